// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.neardup.opensearch.groups.SketchMemory;
import org.neardup.opensearch.groups.SketchMemory.Taken;
import org.neardup.opensearch.host.BreakerLimit;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.pipeline.Hits.Batch;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.neardup.opensearch.pipeline.ShardQuestions.Asked;
import org.neardup.opensearch.pipeline.ShardStateSuggestion.Compared;
import org.neardup.opensearch.query.NeardupSearchExt;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker.Durability;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.index.IndexSettings;
import org.opensearch.search.aggregations.Aggregations;
import org.opensearch.search.internal.SearchContext;

/**
 * Makes a page: has {@link Hits} read until {@link Page} is full, counts on if the caller wants to
 * know, and responds. One step after another, each on the thread that brings a response.
 */
final class PageSearch {
  /** What a hit takes that others are compared with. */
  static final int BYTES_EACH = 1024;

  private final long startNanos = System.nanoTime();
  private final RankingReader ranking;
  private final PreparedSearch prepared;
  private final Asked asked;
  private final SearchResponse first;
  private final Taken memory;
  private final ActionListener<SearchResponse> listener;
  private final boolean isDeriving;
  private final boolean isCounted; // the total, beyond what the page needs
  private final int countedUpTo;
  private final int window;
  private final Map<String, ShardState> states;
  private final Totals totals;
  private Hits hits;
  private Page page;
  private Compared compared; // before hits were fetched; null if they were not

  PageSearch(
      RankingReader ranking,
      SketchMemory memory,
      PreparedSearch prepared,
      SearchResponse first,
      ActionListener<SearchResponse> listener) {
    this.ranking = ranking;
    this.memory = memory.take(0);
    this.prepared = prepared;
    asked = prepared.asked();
    this.first = first;
    this.listener = ActionListener.runBefore(listener, this.memory::close);
    ShardStateSuggestion told = ShardStateSuggestion.in(first.getSuggest());
    states = told == null ? Map.of() : told.states();
    compared = told == null ? null : told.compared();
    isDeriving = told != null && told.deriving() > 0;
    window = states.values().stream().mapToInt(ShardState::resultWindow).min().orElse(0);
    isCounted = prepared.totalUpTo() != null || asked.size() == 0;
    countedUpTo =
        Objects.requireNonNullElse(
            prepared.totalUpTo(), SearchContext.DEFAULT_TRACK_TOTAL_HITS_UP_TO);
    boolean isWanted = countedUpTo != SearchContext.TRACK_TOTAL_HITS_DISABLED;
    totals =
        new Totals(
            isWanted ? first.getHits().getTotalHits() : null, countedUpTo, ranking.isLimited());
    hits = new Hits(ranking, prepared, first, compared, window);
    page = page(compared == null ? asked.from() : 0);
  }

  private Page page(int from) {
    return new Page(prepared.isAfter() ? 0 : from, asked.size(), prepared.isAfter(), states);
  }

  /** Makes the page and gives it to the listener. */
  void start() {
    if (areGroupsKnown()) {
      totals.add(first);
      page = page(prepared.isFromFirst() && compared == null ? asked.from() : 0);
      DistinctHit.of(first).forEach(page::add); // with a routing, one shard of several
      complete(totals.told());
    } else {
      readNext();
    }
  }

  /** Whether the groups of one shard say all. */
  private boolean areGroupsKnown() {
    return first.getTotalShards() == 1 && !isDeriving;
  }

  private void readNext() {
    hits.next(page.missing(), then(this::take));
  }

  private <T> ActionListener<T> then(Consumer<T> step) {
    return ActionListener.wrap(step::accept, listener::onFailure);
  }

  private void take(Batch batch) {
    memory.more((long) BYTES_EACH * batch.hits().size());
    totals.add(batch.response());
    page.take(batch);
    if (hits.isBeginning()) {
      readNext();
    } else {
      goOn();
    }
  }

  private void goOn() {
    boolean isEnding = hits.isAtEnd() || totals.isTimedOut();
    if (prepared.isWhole()) {
      complete(total());
    } else if (isEnding) {
      finish();
    } else if (page.isFull() || hits.isShortened()) {
      countOn();
    } else if (compared != null) { // these hits were not enough
      compared = null;
      hits = new Hits(ranking, prepared, null, null, window);
      page = page(asked.from());
      readNext();
    } else if (hits.canGoOn()) {
      readNext();
    } else if (asked.from() > 0) {
      listener.onFailure(beyondWindow());
    } else { // a long page by score: whoever asks for it gets what there is
      countOn();
    }
  }

  private void countOn() {
    boolean isDone = compared != null && asked.isCounted();
    boolean isEnough =
        isDone || !isCounted || !hits.isPositionKnown() || totals.areEnough(groups());
    int shards = first.getTotalShards();
    if (!isEnough && shards > 1 && ranking.canCompare()) {
      int each = 1 + SpareHits.compared(countedUpTo, shards);
      ranking.compare(each, then(this::finishCounted));
    } else if (!isEnough && hits.isInWindow()) {
      hits.count(then(this::take));
    } else {
      finish();
    }
  }

  private void finishCounted(SearchResponse response) {
    totals.add(response);
    ShardStateSuggestion told = ShardStateSuggestion.in(response.getSuggest());
    compared = told == null ? null : told.compared();
    finish();
  }

  private int groups() {
    return Math.max(compared == null ? 0 : compared.count(), page.groups());
  }

  private TotalHits total() {
    boolean isAtEnd = hits.isAtEnd() || (compared != null && compared.isAtEnd());
    return totals.compared(groups(), isAtEnd && hits.isPositionKnown());
  }

  private IllegalArgumentException beyondWindow() {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "page [from: %d, size: %d] is not within the first [%d] hits, which have [%d] groups:"
                + " read on with [search_after], or raise the limit [%s]",
            asked.from(),
            asked.size(),
            window,
            page.groups(),
            IndexSettings.MAX_RESULT_WINDOW_SETTING.getKey()));
  }

  /** Gives each group of several shards its preferred version. */
  private void finish() {
    ShardState state = page.commonState();
    if (state == null || totals.isTimedOut()) {
      complete(total());
    } else {
      new PreferredVersions(ranking, state, window, then(done -> complete(total())))
          .show(page.hits());
    }
  }

  private void complete(TotalHits total) {
    if (prepared.isCount() && compared != null && compared.isShort()) { // a number says no bound
      listener.onFailure(
          new CircuitBreakingException(
              "there is no memory to count the groups of all hits: raise ["
                  + BreakerLimit.KEY
                  + "]",
              Durability.TRANSIENT));
      return;
    }
    // A version on another shard is found if it matches, and ranks before the end of the page.
    page.showVersions(
        asked.variants(), areGroupsKnown() ? Relation.EQUAL_TO : Relation.GREATER_THAN_OR_EQUAL_TO);
    if (prepared.aggregations() == null) {
      complete(total, first.getAggregations());
    } else {
      ranking.search(
          prepared.aggregations(), then(response -> complete(total, response.getAggregations())));
    }
  }

  private void complete(TotalHits total, Aggregations aggregations) {
    listener.onResponse(
        OneVersionResponseProcessor.response(
            first,
            page.hits().stream().map(DistinctHit::shown).toList(),
            asked.size() > 0,
            total,
            aggregations,
            new NeardupSearchExt(NeardupSearchExt.OF_RESPONSES, statements(aggregations != null)),
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos)));
  }

  private Map<String, Object> statements(boolean hasAggregations) {
    Map<String, Object> statements = new LinkedHashMap<>();
    statements.put("deriving", isDeriving);
    if (hasAggregations && first.getTotalShards() > 1) {
      statements.put("aggregations_count", "groups of each shard");
    }
    if (!hits.isPositionKnown()) {
      statements.put("compared_with", "the first " + window + " hits and this page");
    }
    boolean isOver = hits.isAtEnd() || hits.isShortened() || totals.isTimedOut();
    if (hits.position() > 0 && !page.isFull() && !isOver) {
      statements.put("ends_after", "the first " + hits.position() + " hits");
    }
    List<String> withoutField =
        states.keySet().stream()
            .filter(index -> states.get(index).parameters() == null)
            .sorted()
            .toList();
    if (!withoutField.isEmpty()) {
      statements.put("without_field", withoutField);
      if (withoutField.size() == states.size()) { // mistyped, maybe
        String setting = NeardupFieldType.ONE_VERSION.getKey();
        HeaderWarning.addWarning(
            "no index of the search has the field [{}], so all versions are shown",
            asked.field() == null ? "of the setting " + setting : asked.field());
      }
    }
    return statements;
  }
}
