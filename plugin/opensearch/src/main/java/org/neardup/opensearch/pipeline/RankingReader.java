// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.opensearch.pipeline.ShardQuestions.Asked;
import org.neardup.opensearch.query.NearDuplicateBuilder;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchType;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.search.sort.FieldSortBuilder;
import org.opensearch.transport.client.Client;

/** Reads further parts of the ranking of a search, which went through the request processor. */
final class RankingReader {
  private final Client client;
  private final SearchRequest request;
  private final Asked asked;

  RankingReader(Client client, SearchRequest request, Asked asked) {
    this.client = client;
    this.request = request;
    this.asked = asked;
  }

  /** Reads hits with their sketches, and their ids if variants are to be named. */
  void sketches(int from, int size, ActionListener<SearchResponse> listener) {
    search(bare(SearchSources.ranking(request.source())).from(from).size(size), listener);
  }

  /** Reads hits with all that the request asked for. */
  void hits(int from, int size, ActionListener<SearchResponse> listener) {
    search(hits().from(from).size(size), listener);
  }

  private SearchSourceBuilder hits() {
    return fetching(SearchSources.ranking(request.source()));
  }

  private SearchSourceBuilder fetching(SearchSourceBuilder to) {
    return SearchSources.fetching(request.source(), to).ext(withoutSketches());
  }

  private List<SearchExtBuilder> withoutSketches() {
    List<SearchExtBuilder> ext = new ArrayList<>(request.source().ext());
    ext.replaceAll(each -> Asked.in(each) == null ? each : asked.unsketched(asked.summary()).ext());
    return ext;
  }

  /** The same after a hit, however deep that is in the ranking. */
  void hitsAfter(SearchHit hit, int size, ActionListener<SearchResponse> listener) {
    search(hits().searchAfter(hit.getSortValues()).size(size), listener);
  }

  /**
   * Reads the hits that resemble one of some sketches, whatever their place in the ranking, and
   * without scores: ranking all that matches again would cost more than finding these.
   *
   * @param areFetched whether with all that the request asked for; else with their sketches alone
   */
  void near(
      List<PortableSketch> sketches,
      boolean areFetched,
      int most,
      ActionListener<SearchResponse> listener) {
    BoolQueryBuilder any = QueryBuilders.boolQuery();
    for (PortableSketch sketch : sketches) {
      any.should(NearDuplicateBuilder.of(asked.field(), sketch, null));
    }
    SearchSourceBuilder matching =
        SearchSources.matching(request.source()).sort(FieldSortBuilder.DOC_FIELD_NAME);
    SearchSourceBuilder source = areFetched ? fetching(matching) : bare(matching);
    // In the query, it would say what is a version, and so what is in the ranking.
    BoolQueryBuilder passing = QueryBuilders.boolQuery().filter(any);
    if (source.postFilter() != null) {
      passing.filter(source.postFilter());
    }
    search(source.postFilter(passing).size(most), listener);
  }

  /** Runs another search on the same indices. */
  void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    client.search(to(uncounted(source)), listener);
  }

  private static SearchSourceBuilder uncounted(SearchSourceBuilder source) {
    return SearchSources.counted(source, SearchContext.TRACK_TOTAL_HITS_DISABLED);
  }

  /** Runs the same search again, but compares nothing before hits are fetched. */
  void again(ActionListener<SearchResponse> listener) {
    SearchSourceBuilder source = request.source().shallowCopy().ext(withoutSketches());
    client.search(to(source.searchPipelineSource(null)), listener);
  }

  /** Whether shards may stop before they have looked at all documents. */
  boolean isLimited() {
    return request.source().terminateAfter() != SearchContext.DEFAULT_TERMINATE_AFTER;
  }

  /** Whether {@link #compare} can. */
  boolean canCompare() {
    return request.searchType() == SearchType.QUERY_THEN_FETCH;
  }

  /**
   * Compares hits of all shards, beyond the result window as well, and fetches none.
   *
   * @param sketches of so many hits of each shard
   */
  void compare(int sketches, ActionListener<SearchResponse> listener) {
    Asked questions = new Asked(asked.field(), 0, null, sketches, 0, 0, true);
    SearchSourceBuilder source =
        uncounted(SearchSources.bare(SearchSources.ranking(request.source()), 0))
            .size(1)
            .ext(List.of(questions.ext()))
            .searchPipelineSource(OneVersionPhaseProcessor.pipeline());
    SearchRequest search = new SearchRequest(request).source(source);
    search.setBatchedReduceSize(Integer.MAX_VALUE);
    search.setCcsMinimizeRoundtrips(false);
    client.search(search, listener);
  }

  private SearchSourceBuilder bare(SearchSourceBuilder to) {
    return SearchSources.bare(to, asked.variants()).ext(List.of(asked.unsketched(null).ext()));
  }

  private SearchRequest to(SearchSourceBuilder source) {
    return new SearchRequest(request)
        .source(source)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }
}
