// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.lucene.search.TotalHits;
import org.neardup.opensearch.pipeline.DistinctHits.DocumentKey;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.aggregations.Aggregations;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.StoredFieldsContext;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.pipeline.SearchPipelineService;
import org.opensearch.search.profile.SearchProfileShardResults;
import org.opensearch.search.suggest.Suggest;
import org.opensearch.transport.client.Client;

/**
 * One page of distinct hits. Examines the ranking from its first hit on: those before the page by
 * their sketches alone, so that pages depend on no state, and then as many as fill the page.
 *
 * <p>One step after another, each on the thread that brings a response.
 */
final class PageSearch {
  /** So many hits are asked for at least, if only sketches are read. */
  private static final int BATCH = 1000;

  private static final int LEAST_MORE = 10;
  private static final int MOST_MORE = 200;

  private final long startNanos = System.nanoTime();
  private final Client client;
  private final SearchRequest request;
  private final PreparedSearch prepared;
  private final OneVersionOptions options;
  private final SearchResponse first;
  private final ActionListener<SearchResponse> listener;
  private final int from;
  private final int size;
  private final int asked; // more than the page has, maybe
  private final Map<String, ShardState> states;
  private final boolean isDeriving;
  private final int window;
  private final DistinctHits distinct;
  private final List<DistinctHit> page = new ArrayList<>();

  /** How many hits of the ranking are examined; of those before the page, if known. */
  private int position;

  private boolean isPositionKnown = true;
  private int toSkip; // distinct hits before the page
  private boolean isAtEnd; // no hits are left
  private boolean isComplete = true; // no shard failed
  private SearchHit last;

  PageSearch(
      Client client,
      SearchRequest request,
      PreparedSearch prepared,
      SearchResponse first,
      ActionListener<SearchResponse> listener) {
    this.client = client;
    this.request = request;
    this.prepared = prepared;
    options = prepared.options();
    this.first = first;
    this.listener = listener;
    from = request.source().from();
    size = prepared.size();
    asked = request.source().size();
    states = states(first.getSuggest());
    isDeriving = states.values().stream().anyMatch(ShardState::deriving);
    window = states.values().stream().mapToInt(ShardState::resultWindow).min().orElse(0);
    distinct = new DistinctHits(states);
  }

  private static Map<String, ShardState> states(Suggest suggest) {
    ShardStateSuggestion found =
        suggest == null ? null : suggest.getSuggestion(ShardStateSuggestion.NAME);
    return found == null ? Map.of() : found.states();
  }

  /** Makes the page and gives it to the listener. */
  void start() {
    if (first.getTotalShards() == 1 && !isDeriving) {
      for (SearchHit hit : first.getHits()) {
        DistinctHit found = new DistinctHit(hit, HitSketch.takeFrom(hit));
        if (page.size() < size) { // with a routing, one shard of several
          page.add(found);
        }
      }
      finish(first.getHits().getTotalHits());
    } else if (request.source().searchAfter() != null) {
      SearchHit[] hits = first.getHits().getHits();
      readUntil(hits.length == 0 ? null : DocumentKey.of(hits[0]));
    } else if (from > 0) {
      search(ranking().from(0).size(from), this::readBefore);
    } else {
      read(first, asked);
    }
  }

  private void readBefore(SearchResponse before) {
    for (SearchHit hit : before.getHits()) {
      distinct.examine(hit);
    }
    position = before.getHits().getHits().length;
    toSkip = from - distinct.count();
    read(first, asked);
  }

  /**
   * Reads the hits before the page, which are those before its first one. Sort values are not
   * compared, since they come in many forms.
   *
   * @param firstOfPage null if the page is empty
   */
  private void readUntil(DocumentKey firstOfPage) {
    int count = Math.min(Math.max(BATCH, position), window - position);
    if (count <= 0) {
      isPositionKnown = false;
      read(first, asked);
      return;
    }
    search(
        ranking().from(position).size(count),
        batch -> {
          SearchHit[] hits = batch.getHits().getHits();
          for (SearchHit hit : hits) {
            if (DocumentKey.of(hit).equals(firstOfPage)) {
              read(first, asked);
              return;
            }
            distinct.examine(hit);
            position++;
          }
          if (hits.length == count) {
            readUntil(firstOfPage);
          } else {
            isPositionKnown = firstOfPage == null; // else the index changed meanwhile
            read(first, asked);
          }
        });
  }

  /** Reads hits that may be on the page, in the order of the ranking. */
  private void read(SearchResponse response, int count) {
    SearchHit[] hits = response.getHits().getHits();
    for (SearchHit hit : hits) {
      last = hit;
      DistinctHit found = distinct.examine(hit);
      if (found != null && toSkip > 0) {
        toSkip--;
      } else if (found != null && page.size() < size) {
        page.add(found);
      }
    }
    position += hits.length;
    TotalHits total = response.getHits().getTotalHits();
    boolean isAtTotal =
        isPositionKnown
            && total != null
            && total.relation() == TotalHits.Relation.EQUAL_TO
            && position >= total.value();
    isAtEnd = hits.length < count || isAtTotal;
    isComplete &= isComplete(response);
    readOn();
  }

  private static boolean isComplete(SearchResponse response) {
    return response.getFailedShards() == 0
        && !response.isTimedOut()
        && !Boolean.TRUE.equals(response.isTerminatedEarly());
  }

  private void readOn() {
    int missing = size - page.size() + toSkip;
    int left = isPositionKnown ? window - position : MOST_MORE;
    if (isAtEnd || left <= 0) {
      finish(total());
    } else if (page.size() < size) {
      int count = Math.min(left, Math.clamp(2L * missing, LEAST_MORE, MOST_MORE));
      SearchSourceBuilder more = SearchSources.hits(request.source()).size(count);
      search(
          isPositionKnown ? more.from(position) : more.searchAfter(last.getSortValues()),
          response -> read(response, count));
    } else if (options.exactTotal() && isPositionKnown) {
      int count = Math.min(left, Math.max(BATCH, position));
      search(ranking().from(position).size(count), response -> read(response, count));
    } else {
      finish(total());
    }
  }

  private SearchSourceBuilder ranking() {
    SearchSourceBuilder source = SearchSources.ranking(request.source());
    HitSketchPhase.askFor(source, options.field(), options.variants());
    return options.variants() > 0
        ? source
        : source.storedFields(List.of(StoredFieldsContext._NONE_));
  }

  private void search(SearchSourceBuilder source, Consumer<SearchResponse> next) {
    SearchRequest more = new SearchRequest(request);
    more.source(source.trackTotalHits(false));
    more.pipeline(SearchPipelineService.NOOP_PIPELINE_ID);
    client.search(
        more,
        ActionListener.wrap(
            response -> {
              isComplete &= isComplete(response);
              next.accept(response);
            },
            listener::onFailure));
  }

  private TotalHits total() {
    TotalHits asked = first.getHits().getTotalHits();
    if (asked == null) {
      return null;
    }
    boolean isExact = isAtEnd && isComplete && isPositionKnown;
    return isExact
        ? new TotalHits(distinct.count(), TotalHits.Relation.EQUAL_TO)
        : new TotalHits(
            Math.max(distinct.count(), Math.min(1, asked.value())),
            TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
  }

  private void finish(TotalHits total) {
    if (options.variants() > 0) {
      page.forEach(hit -> distinct.showVariants(hit, options.variants()));
    }
    if (prepared.aggregations() == null) {
      finish(total, first.getInternalResponse().aggregations());
    } else {
      search(prepared.aggregations(), response -> finish(total, response.getAggregations()));
    }
  }

  private void finish(TotalHits total, Aggregations aggregations) {
    SearchResponseSections sections = first.getInternalResponse();
    SearchHits hits = first.getHits();
    List<SearchExtBuilder> exts = new ArrayList<>(sections.getSearchExtBuilders());
    exts.add(new NeardupSearchExt(statements(aggregations != null)));
    InternalSearchResponse response =
        new InternalSearchResponse(
            new SearchHits(
                page.stream().map(DistinctHit::hit).toArray(SearchHit[]::new),
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
    listener.onResponse(
        new SearchResponse(
            response,
            first.getScrollId(),
            first.getTotalShards(),
            first.getSuccessfulShards(),
            first.getSkippedShards(),
            first.getTook().millis()
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
            first.getPhaseTook(),
            first.getShardFailures(),
            first.getClusters(),
            first.pointInTimeId()));
  }

  private Map<String, Object> statements(boolean hasAggregations) {
    Map<String, Object> statements = new LinkedHashMap<>();
    statements.put("deriving", isDeriving);
    if (hasAggregations && first.getTotalShards() > 1) {
      statements.put("aggregations_count", "groups of each shard");
    }
    if (!isPositionKnown) {
      statements.put("compared_with", "the first " + window + " hits and this page");
    }
    return statements;
  }

  private static Suggest withoutStates(Suggest suggest) {
    if (suggest == null) {
      return null;
    }
    List<
            Suggest.Suggestion<
                ? extends Suggest.Suggestion.Entry<? extends Suggest.Suggestion.Entry.Option>>>
        others = new ArrayList<>();
    for (var each : suggest) {
      if (!(each instanceof ShardStateSuggestion)) {
        others.add(each);
      }
    }
    return others.isEmpty() ? null : new Suggest(others);
  }
}
