// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.search.TotalHits;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.aggregations.Aggregations;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.PipelineProcessingContext;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.search.profile.SearchProfileShardResults;
import org.opensearch.search.suggest.Suggest;

/**
 * Removes hits that resemble an earlier hit and searches on until the page is full. Mostly all this
 * is done: with one shard whose groups are known by the filter, else by the phase results
 * processor.
 */
final class OneVersionResponseProcessor extends AbstractProcessor
    implements SearchResponseProcessor {
  private final OneVersionPipeline node;

  OneVersionResponseProcessor(
      String tag, String description, boolean ignoreFailure, OneVersionPipeline node) {
    super(tag, description, ignoreFailure);
    this.node = node;
  }

  /** What is wrong with a pipeline without the processor of a kind, request or response. */
  static IllegalArgumentException missing(String processor) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "the search pipeline needs the %s processor [%s]: one version of each document takes"
                + " the request processor and the response processor of that name",
            processor,
            OneVersionRequestProcessor.TYPE));
  }

  @Override
  public String getType() {
    return OneVersionRequestProcessor.TYPE;
  }

  @Override
  public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
    throw new UnsupportedOperationException("a search is continued without waiting");
  }

  @Override
  public void processResponseAsync(
      SearchRequest request,
      SearchResponse response,
      PipelineProcessingContext context,
      ActionListener<SearchResponse> listener) {
    Optional<?> search = (Optional<?>) context.getAttribute(OneVersionRequestProcessor.TYPE);
    try {
      if (search == null) {
        throw missing("request");
      } else if (search.isEmpty()) { // it passes as it is
        listener.onResponse(response);
      } else {
        PreparedSearch prepared = (PreparedSearch) search.get();
        new PageSearch(node, request, prepared, response, listener).start();
      }
    } catch (RuntimeException e) {
      listener.onFailure(e);
    }
  }

  /**
   * Makes a response with another page than the one that it is made from.
   *
   * @param total null if the caller does not want it
   * @param ext what the response says of itself
   * @param addedMillis how long it took to make the page
   */
  static SearchResponse response(
      SearchResponse from,
      List<SearchHit> page,
      TotalHits total,
      Aggregations aggregations,
      NeardupSearchExt ext,
      long addedMillis) {
    SearchResponseSections sections = from.getInternalResponse();
    SearchHits hits = from.getHits();
    List<SearchExtBuilder> exts = new ArrayList<>(sections.getSearchExtBuilders());
    exts.add(ext);
    InternalSearchResponse changed =
        new InternalSearchResponse(
            new SearchHits(
                page.toArray(SearchHit[]::new),
                total,
                hits.getMaxScore(),
                hits.getSortFields(),
                null,
                null),
            (InternalAggregations) aggregations,
            withoutStates(sections.suggest()),
            sections.profile().isEmpty() ? null : new SearchProfileShardResults(sections.profile()),
            sections.timedOut(),
            sections.terminatedEarly(),
            sections.getNumReducePhases(),
            exts,
            sections.getProcessorResult());
    return new SearchResponse(
        changed,
        from.getScrollId(),
        from.getTotalShards(),
        from.getSuccessfulShards(),
        from.getSkippedShards(),
        from.getTook().millis() + addedMillis,
        from.getPhaseTook(),
        from.getShardFailures(),
        from.getClusters(),
        from.pointInTimeId());
  }

  private static Suggest withoutStates(Suggest suggest) {
    if (suggest == null || suggest.size() == 1) {
      return null;
    }
    List<
            Suggest.Suggestion<
                ? extends Suggest.Suggestion.Entry<? extends Suggest.Suggestion.Entry.Option>>>
        others = new ArrayList<>();
    suggest.forEach(others::add);
    others.removeIf(each -> each instanceof ShardStateSuggestion);
    return new Suggest(others);
  }
}
