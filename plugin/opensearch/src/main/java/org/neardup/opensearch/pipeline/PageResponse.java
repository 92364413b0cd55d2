// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.aggregations.Aggregations;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.profile.SearchProfileShardResults;
import org.opensearch.search.suggest.Suggest;

/** A response with another page than the one that it is made from. */
final class PageResponse {
  private PageResponse() {}

  /**
   * Makes a response.
   *
   * @param total null if the caller does not want it
   * @param ext what the response says of itself
   * @param addedMillis how long it took to make the page
   */
  static SearchResponse of(
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
