// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.search.TotalHits;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.neardup.opensearch.query.NeardupSearchExt;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.rest.RestStatus;
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
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * Removes hits that resemble an earlier hit and searches on until the page is full. Mostly all this
 * is done: with one shard whose groups are known by the filter, else by the phase results
 * processor.
 */
final class OneVersionResponseProcessor extends AbstractProcessor
    implements SearchResponseProcessor {
  /** The attribute of a context for the task of the search, whose end ends those that follow. */
  static final String TASK = "neardup_task";

  /** How long a count waits, if the request does not say. */
  private static final TimeValue WAIT = TimeValue.timeValueSeconds(10);

  private static final TimeValue POLL = TimeValue.timeValueMillis(100);

  private static final ShardSearchFailure DERIVING =
      new ShardSearchFailure(
          new OpenSearchStatusException(
              "groups are being derived: ask again later", RestStatus.SERVICE_UNAVAILABLE));

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
        TimeValue given = request.source().timeout();
        long wait = given == null || given.nanos() < 0 ? WAIT.nanos() : given.nanos();
        Client client =
            context.getAttribute(TASK) instanceof Task task
                ? new ParentTaskAssigningClient(node.client(), node.cluster().localNode(), task)
                : node.client();
        RankingReader ranking = new RankingReader(client, request, prepared.asked());
        show(ranking, prepared, response, System.nanoTime() + wait, listener);
      }
    } catch (RuntimeException e) {
      listener.onFailure(e);
    }
  }

  /**
   * Shows a page. If a number is all that is asked for, which has no place to say that it is a
   * lower bound, waits for memory and for shards that are deriving their groups, and counts these
   * as failed in the end.
   */
  private void show(
      RankingReader ranking,
      PreparedSearch prepared,
      SearchResponse response,
      long endNanos,
      ActionListener<SearchResponse> listener) {
    ShardStateSuggestion states = ShardStateSuggestion.in(response.getSuggest());
    int deriving = states == null ? 0 : states.deriving();
    Runnable again =
        () ->
            node.client()
                .threadPool()
                .schedule(
                    () ->
                        ranking.again(
                            ActionListener.wrap(
                                found -> show(ranking, prepared, found, endNanos, listener),
                                listener::onFailure)),
                    POLL,
                    ThreadPool.Names.GENERIC);
    ActionListener<SearchResponse> checked =
        ActionListener.wrap(
            page -> {
              boolean isNumber =
                  page.getHits().getTotalHits().relation() == TotalHits.Relation.EQUAL_TO;
              if (isNumber || deriving == 0) {
                listener.onResponse(page);
              } else if (System.nanoTime() < endNanos) {
                again.run();
              } else {
                listener.onResponse(unfinished(page, deriving));
              }
            },
            e -> {
              if (e instanceof CircuitBreakingException && System.nanoTime() < endNanos) {
                again.run();
              } else {
                listener.onFailure(e);
              }
            });
    new PageSearch(
            ranking,
            node.groups().memory(),
            prepared,
            response,
            prepared.isCount() ? checked : listener)
        .start();
  }

  private static SearchResponse unfinished(SearchResponse page, int shards) {
    List<ShardSearchFailure> failures = new ArrayList<>(List.of(page.getShardFailures()));
    failures.addAll(Collections.nCopies(shards, DERIVING));
    return new SearchResponse(
        page.getInternalResponse(),
        page.getScrollId(),
        page.getTotalShards(),
        page.getSuccessfulShards() - shards,
        page.getSkippedShards(),
        page.getTook().millis(),
        failures.toArray(ShardSearchFailure[]::new),
        page.getClusters(),
        page.pointInTimeId());
  }

  /**
   * Makes a response with another page than the one that it is made from.
   *
   * @param isPage false if the caller wants no hits
   * @param total null if the caller does not want it
   * @param ext what the response says of itself
   * @param addedMillis how long it took to make the page
   */
  static SearchResponse response(
      SearchResponse from,
      List<SearchHit> page,
      boolean isPage,
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
                isPage ? hits.getMaxScore() : Float.NaN,
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
