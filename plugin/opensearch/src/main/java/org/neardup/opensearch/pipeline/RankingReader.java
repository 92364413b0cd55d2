// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.neardup.compare.PortableSketch;
import org.neardup.opensearch.pipeline.DistinctHits.DocumentKey;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.neardup.opensearch.query.NearDuplicateBuilder;
import org.neardup.opensearch.query.NumberedDocumentsBuilder;
import org.opensearch.action.search.ClearScrollRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchScrollRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.transport.client.Client;

/** Reads further parts of the ranking of a search, which went through the request processor. */
final class RankingReader {
  private final Client client;
  private final SearchRequest request;
  private final PreparedSearch prepared;

  RankingReader(Client client, SearchRequest request, PreparedSearch prepared) {
    this.client = client;
    this.request = request;
    this.prepared = prepared;
  }

  /** Reads hits with their sketches, and their ids if variants are to be named. */
  void sketches(int from, int size, ActionListener<SearchResponse> listener) {
    search(ranking().from(from).size(size), listener);
  }

  /** Reads hits with all that the request asked for. */
  void hits(int from, int size, ActionListener<SearchResponse> listener) {
    search(hits().from(from).size(size), listener);
  }

  /** The same of documents that are known to be in the ranking. */
  void hitsOf(List<DocumentKey> documents, ActionListener<SearchResponse> listener) {
    Map<ShardId, List<Long>> seqNos =
        documents.stream()
            .collect(groupingBy(DocumentKey::shard, mapping(DocumentKey::seqNo, toList())));
    SearchSourceBuilder source = hits().query(OneVersionRequestProcessor.query(prepared.fetched()));
    searchAmong(new NumberedDocumentsBuilder(seqNos), source, documents.size(), listener);
  }

  private SearchSourceBuilder hits() {
    return SearchSources.hits(request.source(), prepared.fetched());
  }

  /** The same after a hit, however deep that is in the ranking. */
  void hitsAfter(SearchHit hit, int size, ActionListener<SearchResponse> listener) {
    search(hits().searchAfter(hit.getSortValues()).size(size), listener);
  }

  /**
   * Reads the hits that resemble one of some sketches, whatever their place in the ranking.
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
      any.should(NearDuplicateBuilder.of(prepared.field(), sketch, null));
    }
    searchAmong(any, areFetched ? hits() : ranking(), most, listener);
  }

  private void searchAmong(
      QueryBuilder some,
      SearchSourceBuilder source,
      int most,
      ActionListener<SearchResponse> listener) {
    // No filter: one around the query would say what is a version, see RequestFilters.
    QueryBuilder both =
        QueryBuilders.boolQuery()
            .must(source.query())
            .must(QueryBuilders.constantScoreQuery(some).boost(0));
    search(source.query(both).size(most), listener);
  }

  /** Runs another search on the same indices. */
  void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    client.search(to(source.trackTotalHits(false)), listener);
  }

  /** Reads all hits with their sketches, batch after batch, beyond the result window as well. */
  void scroll(int batch, Predicate<SearchResponse> action, ActionListener<Void> listener) {
    SearchSourceBuilder all = ranking().size(batch).trackTotalHits(true);
    new Scroll(action, listener).start(to(all));
  }

  /** Whether {@link #scroll} can read this ranking. */
  boolean canScroll() {
    return request.source().pointInTimeBuilder() == null && request.source().rescores() == null;
  }

  private SearchSourceBuilder ranking() {
    return SearchSources.bare(request.source(), prepared.variants())
        .ext(List.of(new ShardQuestions(prepared.field(), prepared.variants())));
  }

  private SearchRequest to(SearchSourceBuilder source) {
    return new SearchRequest(request)
        .source(source)
        .pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
  }

  /** Reads all hits of a ranking, batch after batch, beyond the result window as well. */
  private final class Scroll implements ActionListener<SearchResponse> {
    private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(1);

    private final Predicate<SearchResponse> action;
    private final ActionListener<Void> listener;
    private String id;

    /**
     * Begins nothing yet.
     *
     * @param action is given batch after batch, the last one empty, until it returns false
     * @param listener is told when no more is read
     */
    Scroll(Predicate<SearchResponse> action, ActionListener<Void> listener) {
      this.action = action;
      this.listener = listener;
    }

    void start(SearchRequest ranking) {
      ranking.scroll(KEEP_ALIVE);
      ranking.requestCache(null); // no scroll is cached, nor may be asked to be
      client.search(ranking, this);
    }

    @Override
    public void onResponse(SearchResponse batch) {
      id = batch.getScrollId();
      try {
        if (action.test(batch) && batch.getHits().getHits().length > 0) {
          client.searchScroll(new SearchScrollRequest(id).scroll(KEEP_ALIVE), this);
          return;
        }
      } catch (RuntimeException e) {
        onFailure(e);
        return;
      }
      clear();
      listener.onResponse(null);
    }

    @Override
    public void onFailure(Exception e) {
      clear();
      listener.onFailure(e);
    }

    private void clear() {
      if (id != null) {
        ClearScrollRequest done = new ClearScrollRequest();
        done.addScrollId(id);
        client.clearScroll(done, ActionListener.wrap(() -> {}));
      }
    }
  }
}
