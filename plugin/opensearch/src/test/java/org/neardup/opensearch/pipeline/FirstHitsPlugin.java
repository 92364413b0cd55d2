// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.ingest.ConfigurationUtils;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/** A processor {@code first_hits} that leaves some hits and the total, as {@code truncate_hits}. */
public final class FirstHitsPlugin extends Plugin implements SearchPipelinePlugin {
  @Override
  public Map<String, Processor.Factory<SearchResponseProcessor>> getResponseProcessors(
      Parameters parameters) {
    return Map.of(
        "first_hits",
        (processors, tag, description, ignoreFailure, config, context) ->
            new FirstHits(
                ConfigurationUtils.readIntProperty("first_hits", tag, config, "most", 1)));
  }

  private static final class FirstHits extends AbstractProcessor
      implements SearchResponseProcessor {
    private final int most;

    FirstHits(int most) {
      super(null, null, false);
      this.most = most;
    }

    @Override
    public String getType() {
      return "first_hits";
    }

    @Override
    public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
      SearchHit[] hits = response.getHits().getHits();
      SearchHits first =
          new SearchHits(
              Arrays.copyOf(hits, Math.min(most, hits.length)),
              response.getHits().getTotalHits(),
              response.getHits().getMaxScore());
      return new SearchResponse(
          new InternalSearchResponse(
              first,
              null,
              response.getSuggest(),
              null,
              response.isTimedOut(),
              response.isTerminatedEarly(),
              1),
          null,
          response.getTotalShards(),
          response.getSuccessfulShards(),
          0,
          response.getTook().millis(),
          response.getShardFailures(),
          response.getClusters());
    }
  }
}
