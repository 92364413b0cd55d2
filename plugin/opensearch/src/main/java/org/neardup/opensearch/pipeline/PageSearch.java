// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.lucene.search.TotalHits;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.neardup.opensearch.pipeline.ShardStateSuggestion.Compared;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.index.IndexSettings;
import org.opensearch.search.SearchHit;
import org.opensearch.search.aggregations.Aggregations;

/**
 * One page of distinct hits. Examines the ranking from its first hit on: those before the page by
 * their sketches alone, so that pages depend on no state, and then as many as fill the page.
 *
 * <p>One step after another, each on the thread that brings a response.
 */
final class PageSearch {
  /** So many hits are read at least, if only sketches are. */
  private static final int BATCH = 1000;

  private static final int LEAST_MORE = 10;
  private static final int MOST_MORE = 200;

  /** What a hit takes that others are compared with. */
  static final int BYTES_EACH = 1024;

  private final long startNanos = System.nanoTime();
  private final RankingReader ranking;
  private final PreparedSearch prepared;
  private final SearchResponse first;
  private final CircuitBreaker breaker;
  private final ActionListener<SearchResponse> listener;
  private final boolean isAfter; // another page
  private final int from;
  private final int size;
  private final int asked; // for the first response, more than the size maybe
  private final boolean isDeriving;
  private final boolean isCounted; // the total, beyond what the page needs
  private final int countedUpTo; // at most so many are told, as trackTotalHits of a request
  private final int window;
  private final Map<String, ShardState> states;
  private final Compared compared; // before hits were fetched; null if they were not
  private final List<DistinctHit> page = new ArrayList<>();
  private final Set<DistinctHit.Key> seen = new HashSet<>();
  private DistinctHits<DistinctHit> distinct;
  private long reserved; // bytes

  /** How many hits of the ranking are examined, without gaps if {@link #isPositionKnown}. */
  private int position;

  private boolean isPositionKnown = true;
  private int toSkip; // distinct hits before the page
  private int counted; // groups, by comparing before hits are fetched
  private boolean isAtEnd; // no hits are left
  private boolean isComplete = true; // no shard failed
  private boolean isCutOff; // the page is not full, though there may be more
  private SearchHit last;

  PageSearch(
      OneVersionPipeline node,
      SearchRequest request,
      PreparedSearch prepared,
      SearchResponse first,
      ActionListener<SearchResponse> listener) {
    ranking = new RankingReader(node.client(), request, prepared);
    this.prepared = prepared;
    this.first = first;
    breaker = node.groups().breaker();
    this.listener = ActionListener.runBefore(listener, this::release);
    isAfter = request.source().searchAfter() != null;
    from = prepared.from();
    size = prepared.size();
    asked = request.source().size();
    ShardStateSuggestion told = ShardStateSuggestion.in(first.getSuggest());
    states = told == null ? Map.of() : told.states();
    compared = told == null ? null : told.compared();
    counted = compared == null ? 0 : compared.count();
    isDeriving = states.values().stream().anyMatch(ShardState::deriving);
    isCounted =
        first.getHits().getTotalHits() != null
            && (request.source().trackTotalHitsUpTo() != null || size == 0);
    countedUpTo = request.resolveTrackTotalHitsUpTo();
    window = states.values().stream().mapToInt(ShardState::resultWindow).min().orElse(0);
    distinct = new DistinctHits<>(states);
  }

  /** Makes the page and gives it to the listener. */
  void start() {
    boolean isFromFirst = prepared.isFromFirst() && compared == null;
    if (isFromFirst) {
      toSkip = from;
    }
    if (first.getTotalShards() == 1 && !isDeriving) {
      for (DistinctHit hit : DistinctHit.of(first)) {
        if (toSkip > 0) {
          toSkip--;
        } else if (page.size() < size) { // with a routing, one shard of several
          page.add(hit);
        }
      }
      complete(first.getHits().getTotalHits());
    } else if (compared != null) {
      showCompared();
    } else if (isFromFirst) {
      read(first, asked);
    } else if (isAfter) {
      SearchHit[] hits = first.getHits().getHits();
      readUntil(hits.length == 0 ? null : new DistinctHit(hits[0]).key());
    } else if (from > 0) {
      readBefore(() -> read(first, asked));
    } else {
      read(first, asked);
    }
  }

  /** Shows the page that was left when hits were compared, if it is full. */
  private void showCompared() {
    reserve(first);
    DistinctHit.of(first).stream().filter(this::examine).forEach(page::add);
    isAtEnd = compared.isAtEnd();
    isComplete &= isComplete(first);
    if (isAtEnd || page.size() == size) {
      readOn();
    } else {
      page.clear();
      seen.clear();
      distinct = new DistinctHits<>(states);
      readBefore(this::readOn);
    }
  }

  /** Whether a hit resembles no earlier one, nor is one. */
  private boolean examine(DistinctHit hit) {
    if (!seen.add(hit.key())) {
      return false;
    }
    DistinctHit earlier = distinct.find(hit.index(), hit.sketch(), hit);
    if (earlier != null) {
      earlier.absorb(hit);
    }
    return earlier == null;
  }

  private ActionListener<SearchResponse> then(Consumer<SearchResponse> step) {
    return ActionListener.wrap(
        response -> {
          isComplete &= isComplete(response);
          step.accept(response);
        },
        listener::onFailure);
  }

  private static boolean isComplete(SearchResponse response) {
    return response.getFailedShards() == 0
        && !response.isTimedOut()
        && !Boolean.TRUE.equals(response.isTerminatedEarly());
  }

  private void readBefore(Runnable next) {
    ranking.sketches(
        0,
        from,
        then(
            before -> {
              reserve(before);
              DistinctHit.of(before).forEach(this::examine);
              position = before.getHits().getHits().length;
              toSkip = from - distinct.count();
              next.run();
            }));
  }

  /**
   * Reads the hits before the page, which are those before its first one. Sort values are not
   * compared, since they come in many forms.
   *
   * @param firstOfPage null if the page is empty
   */
  private void readUntil(DistinctHit.Key firstOfPage) {
    int count = Math.min(Math.max(BATCH, position), window - position);
    if (count <= 0) {
      isPositionKnown = false;
      read(first, asked);
      return;
    }
    ranking.sketches(
        position,
        count,
        then(
            batch -> {
              reserve(batch);
              List<DistinctHit> hits = DistinctHit.of(batch);
              for (DistinctHit hit : hits) {
                if (hit.key().equals(firstOfPage)) {
                  read(first, asked);
                  return;
                }
                examine(hit);
                position++;
              }
              if (hits.size() == count) {
                readUntil(firstOfPage);
              } else {
                isPositionKnown = firstOfPage == null; // else the index changed meanwhile
                read(first, asked);
              }
            }));
  }

  private void release() {
    breaker.addWithoutBreaking(-reserved);
    reserved = 0;
  }

  private void reserve(SearchResponse examined) {
    long bytes = (long) BYTES_EACH * examined.getHits().getHits().length;
    breaker.addEstimateBytesAndMaybeBreak(bytes, "sketches of a page");
    reserved += bytes;
  }

  /** Reads hits that may be on the page, in the order of the ranking. */
  private void read(SearchResponse response, int count) {
    reserve(response);
    List<DistinctHit> hits = DistinctHit.of(response);
    TotalHits total = response.getHits().getTotalHits();
    boolean isAtTotal =
        isPositionKnown
            && total != null
            && total.relation() == TotalHits.Relation.EQUAL_TO
            && position + hits.size() >= total.value();
    isAtEnd = isAtTotal || (hits.size() < count && !prepared.isWhole());
    isComplete &= isComplete(response);
    for (DistinctHit hit : hits) {
      last = hit.hit();
      boolean isNext = examine(hit);
      if (isNext && toSkip > 0) {
        toSkip--;
      } else if (isNext && page.size() < size) {
        page.add(hit);
      }
      position++;
    }
    readOn();
  }

  private void readOn() {
    boolean isInWindow = isPositionKnown && position < window;
    boolean canContinue = from == 0 && last != null && last.getSortValues().length > 0;
    if (prepared.isWhole()) {
      isCutOff = !isAtEnd && page.size() < size;
      complete(total());
    } else if (isAtEnd) {
      finish(total());
    } else if (page.size() == size) {
      countOn();
    } else if (isInWindow || canContinue) {
      fill(isInWindow);
    } else if (from > 0) {
      listener.onFailure(beyondWindow());
    } else { // a long page by score: whoever asks for it gets what there is
      isCutOff = true;
      countOn();
    }
  }

  private void countOn() {
    boolean isEnough = !isCounted || !isPositionKnown || count() > countedUpTo;
    int shards = first.getTotalShards();
    if (!isEnough && shards > 1 && ranking.canCompare()) {
      int each = 1 + SpareHits.compared(countedUpTo, shards);
      ranking.compare(each, then(this::finishCounted));
    } else if (!isEnough && position < window) {
      int count = Math.min(window - position, Math.max(BATCH, position));
      ranking.sketches(position, count, then(response -> read(response, count)));
    } else {
      finish(total());
    }
  }

  private void finishCounted(SearchResponse response) {
    ShardStateSuggestion told = ShardStateSuggestion.in(response.getSuggest());
    if (told != null && told.compared() != null) {
      counted = told.compared().count();
      isAtEnd = told.compared().isAtEnd();
    }
    finish(total());
  }

  private void fill(boolean isInWindow) {
    int missing = size - page.size() + toSkip;
    int most = Math.clamp(2L * missing, LEAST_MORE, MOST_MORE);
    int count = isInWindow ? Math.min(window - position, most) : most;
    ActionListener<SearchResponse> more = then(response -> read(response, count));
    if (isInWindow) {
      ranking.hits(position, count, more);
    } else {
      ranking.hitsAfter(last, count, more);
    }
  }

  private IllegalArgumentException beyondWindow() {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "page [from: %d, size: %d] is not within the first [%d] hits, which have [%d] groups:"
                + " read on with [search_after], or raise the limit [%s]",
            from,
            size,
            window,
            distinct.count(),
            IndexSettings.MAX_RESULT_WINDOW_SETTING.getKey()));
  }

  private int count() {
    return Math.max(counted, distinct.count());
  }

  private TotalHits total() {
    TotalHits wanted = first.getHits().getTotalHits();
    if (wanted == null) {
      return null;
    }
    int count = count();
    return isAtEnd && isComplete && isPositionKnown && count <= countedUpTo
        ? new TotalHits(count, TotalHits.Relation.EQUAL_TO)
        : new TotalHits(
            Math.min(countedUpTo, Math.max(count, Math.min(1, wanted.value()))),
            TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
  }

  /** Gives each group of several shards its preferred version. */
  private void finish(TotalHits total) {
    ShardState state = distinct.commonState();
    if (state == null) {
      complete(total);
    } else {
      new PreferredVersions(
              ranking,
              state,
              window,
              ActionListener.wrap(done -> complete(total), listener::onFailure))
          .show(page);
    }
  }

  private void complete(TotalHits total) {
    int variants = prepared.variants();
    if (variants > 0) {
      page.stream()
          .filter(hit -> hit.sketch() != null)
          .forEach(hit -> hit.showVariants(variants, distinct.comparer(hit.index())));
    }
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
            page.stream().map(DistinctHit::shown).toList(),
            total,
            aggregations,
            new NeardupSearchExt(statements(aggregations != null)),
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos)));
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
    if (isCutOff) {
      statements.put("ends_after", "the first " + position + " hits");
    }
    List<String> withoutField =
        states.keySet().stream()
            .filter(index -> states.get(index).parameters() == null)
            .sorted()
            .toList();
    if (!withoutField.isEmpty()) {
      statements.put("without_field", withoutField);
    }
    return statements;
  }
}
