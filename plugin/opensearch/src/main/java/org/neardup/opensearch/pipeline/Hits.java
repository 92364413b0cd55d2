// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.List;
import org.apache.lucene.search.TotalHits;
import org.neardup.opensearch.pipeline.OneVersionRequestProcessor.PreparedSearch;
import org.neardup.opensearch.pipeline.ShardStateSuggestion.Compared;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHit;

/**
 * The hits of a ranking in batches, one after another: those before the page by their sketches
 * alone, so that pages depend on no state; those of the first response; and as many more as are
 * asked for.
 */
final class Hits {
  /** So many hits are read at least, if only sketches are. */
  private static final int BATCH = 1000;

  private static final int LEAST_MORE = 10;
  private static final int MOST_MORE = 200;

  private final RankingReader ranking;
  private final PreparedSearch search;
  private final SearchResponse first;
  private final Compared compared; // null if hits were not compared before they were fetched
  private final int window;
  private boolean isBefore; // the page
  private boolean isFirst; // the first response is next, once this is not before the page

  /** How many hits of the ranking were read, without gaps if {@link #isPositionKnown}. */
  private int position;

  private boolean isPositionKnown = true;
  private boolean isAtEnd;
  private boolean isShortened;
  private SearchHit last;

  /**
   * Hits that follow each other.
   *
   * @param isBefore whether they are before the page
   */
  record Batch(SearchResponse response, List<DistinctHit> hits, boolean isBefore) {}

  /**
   * Reads nothing yet.
   *
   * @param first null to begin with the ranking, whatever was found before
   * @param window up to which hit of the ranking searches may go
   */
  Hits(
      RankingReader ranking,
      PreparedSearch search,
      SearchResponse first,
      Compared compared,
      int window) {
    this.ranking = ranking;
    this.search = search;
    this.first = first;
    this.compared = compared;
    this.window = window;
    isFirst = first != null;
    boolean isFromFirst = isFirst && search.isFromFirst();
    isBefore = !isFromFirst && (search.isAfter() || search.asked().from() > 0);
  }

  /**
   * Reads the next hits.
   *
   * @param missing how many the page needs
   */
  void next(int missing, ActionListener<Batch> listener) {
    if (isBefore && !search.isAfter()) {
      ranking.sketches(0, search.asked().from(), ActionListener.map(listener, this::before));
    } else if (isBefore) {
      readUntilFirst(listener);
    } else if (isFirst) {
      isFirst = false;
      listener.onResponse(compared == null ? read(first, search.searchSize()) : ofCompared());
    } else {
      int most = Math.clamp(2L * missing, LEAST_MORE, MOST_MORE);
      if (isInWindow()) {
        int count = Math.min(window - position, most);
        ranking.hits(
            position, count, ActionListener.map(listener, response -> read(response, count)));
      } else {
        ranking.hitsAfter(
            last, most, ActionListener.map(listener, response -> read(response, most)));
      }
    }
  }

  private Batch before(SearchResponse response) {
    isBefore = false;
    position = response.getHits().getHits().length;
    return new Batch(response, DistinctHit.of(response), true);
  }

  /**
   * Reads hits before the first one of the page, until that comes. Sort values are not compared,
   * since they come in many forms.
   */
  private void readUntilFirst(ActionListener<Batch> listener) {
    int count = Math.min(Math.max(BATCH, position), window - position);
    if (count <= 0) {
      isPositionKnown = false;
      isBefore = false;
      next(0, listener);
    } else {
      ranking.sketches(
          position, count, ActionListener.map(listener, response -> untilFirst(response, count)));
    }
  }

  private Batch untilFirst(SearchResponse response, int count) {
    SearchHit[] page = first.getHits().getHits();
    DistinctHit.Key firstOfPage = page.length == 0 ? null : new DistinctHit(page[0]).key();
    List<DistinctHit> hits = DistinctHit.of(response);
    int end = 0;
    while (end < hits.size() && !hits.get(end).key().equals(firstOfPage)) {
      end++;
    }
    position += end;
    if (end < hits.size()) {
      isBefore = false;
    } else if (hits.size() < count) {
      isBefore = false;
      isPositionKnown = firstOfPage == null; // else the index changed meanwhile
    }
    return new Batch(response, hits.subList(0, end), true);
  }

  private Batch ofCompared() {
    isAtEnd = compared.isAtEnd();
    return new Batch(first, DistinctHit.of(first), false);
  }

  private Batch read(SearchResponse response, int asked) {
    List<DistinctHit> hits = DistinctHit.of(response);
    TotalHits total = response.getHits().getTotalHits();
    position += hits.size();
    boolean isToBeMore = isPositionKnown && total != null && position < total.value();
    boolean isTold = isPositionKnown && total != null && !isToBeMore;
    boolean isExact = isTold && total.relation() == TotalHits.Relation.EQUAL_TO;
    boolean areFew = hits.size() < asked && !search.isWhole();
    isShortened = areFew && isToBeMore && !response.isTimedOut();
    isAtEnd = isExact || (areFew && !isShortened);
    if (!hits.isEmpty()) {
      last = hits.getLast().hit();
    }
    return new Batch(response, hits, false);
  }

  /** Reads sketches of further hits, to count them. */
  void count(ActionListener<Batch> listener) {
    int count = Math.min(window - position, Math.max(BATCH, position));
    ranking.sketches(
        position, count, ActionListener.map(listener, response -> read(response, count)));
  }

  /** Whether the hits that are known already come next. */
  boolean isBeginning() {
    return isBefore || isFirst;
  }

  /** Whether no hits are left. */
  boolean isAtEnd() {
    return isAtEnd;
  }

  /** Whether somebody else made the page shorter, who wants no more. */
  boolean isShortened() {
    return isShortened;
  }

  /** Whether there are further hits that a search may ask for by their place in the ranking. */
  boolean isInWindow() {
    return isPositionKnown && position < window;
  }

  /** Whether {@link #next} can go on. */
  boolean canGoOn() {
    boolean isSorted = last != null && last.getSortValues().length > 0;
    return isInWindow() || (search.asked().from() == 0 && isSorted);
  }

  /** Whether the places of the hits in the ranking are known. */
  boolean isPositionKnown() {
    return isPositionKnown;
  }

  /** How many hits were read. */
  int position() {
    return position;
  }
}
