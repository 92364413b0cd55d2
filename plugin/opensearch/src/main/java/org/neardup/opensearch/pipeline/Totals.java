// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.TotalHits.Relation;
import org.opensearch.action.search.SearchResponse;

/**
 * Decides what a response says of the number of groups: {@code eq} only if all shards searched all
 * they have, in one ranking that was read to its end.
 */
final class Totals {
  private final TotalHits told; // null if the caller does not want it
  private final int upTo; // as trackTotalHits of a request
  private final boolean isLimited; // to some documents of each shard
  private boolean areWhole = true;
  private boolean isTimedOut;
  private boolean isDeriving;
  private int parts;

  /**
   * What the total depends on of a response.
   *
   * @param isWhole whether each shard searched all it has
   * @param isDeriving whether a shard had no groups yet
   * @param hits how many it has
   */
  record Part(boolean isWhole, boolean isDeriving, int hits) {}

  /**
   * Nothing is read yet.
   *
   * @param told what the first response says of the hits; null if the caller wants no total
   * @param upTo most that the caller wants to know
   * @param isLimited whether the request has terminate_after: without it, OpenSearch calls a search
   *     terminated early if an aggregation did not need to look at each document
   */
  Totals(TotalHits told, int upTo, boolean isLimited) {
    this.told = told;
    this.upTo = upTo;
    this.isLimited = isLimited;
  }

  /** Takes a response into account. */
  void add(SearchResponse response) {
    isTimedOut |= response.isTimedOut();
    boolean isWhole =
        response.getFailedShards() == 0
            && !response.isTimedOut()
            && !(isLimited && Boolean.TRUE.equals(response.isTerminatedEarly()));
    ShardStateSuggestion states = ShardStateSuggestion.in(response.getSuggest());
    add(
        new Part(
            isWhole, states != null && states.deriving() > 0, response.getHits().getHits().length));
  }

  void add(Part part) {
    areWhole &= part.isWhole();
    isDeriving |= part.isDeriving();
    parts += part.hits() > 0 ? 1 : 0;
  }

  /** Whether a search ran out of time, so that none should follow. */
  boolean isTimedOut() {
    return isTimedOut;
  }

  /** Whether more than so many groups need not be counted. */
  boolean areEnough(int groups) {
    return told == null || groups > upTo;
  }

  /**
   * The total by comparing hits.
   *
   * @param groups that were found
   * @param isAtEnd whether the ranking has no more hits
   */
  TotalHits compared(int groups, boolean isAtEnd) {
    if (told == null) {
      return null;
    }
    // A shard that has its groups in the midst of it leaves hits out, so that places are others.
    boolean isOneRanking = !isDeriving || parts <= 1;
    return isAtEnd && areWhole && isOneRanking && groups <= upTo
        ? new TotalHits(groups, Relation.EQUAL_TO)
        : new TotalHits(
            Math.min(upTo, Math.max(groups, Math.min(1, told.value()))),
            Relation.GREATER_THAN_OR_EQUAL_TO);
  }

  /** The total of one shard, whose filter left one hit of each group. */
  TotalHits told() {
    return told == null || areWhole
        ? told
        : new TotalHits(told.value(), Relation.GREATER_THAN_OR_EQUAL_TO);
  }
}
