// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.TotalHits.Relation;
import org.neardup.opensearch.pipeline.Hits.Batch;

/** The hits of a page, of which none resembles another one, nor one before the page. */
final class Page {
  private final int size;
  private final boolean isAfter;
  private final List<DistinctHit> hits = new ArrayList<>();
  private final Set<DistinctHit.Key> seen = new HashSet<>();
  private final DistinctHits<DistinctHit> distinct;
  private int toSkip; // groups before the page

  /**
   * An empty page.
   *
   * @param from how many groups are before it, among the hits that it will take
   * @param isAfter whether hits before it are of pages before, however many they are
   * @param states of the shards, by name of the index
   */
  Page(int from, int size, boolean isAfter, Map<String, ShardState> states) {
    this.size = size;
    this.isAfter = isAfter;
    toSkip = from;
    distinct = new DistinctHits<>(states);
  }

  /** Takes the next hits of the ranking. */
  void take(Batch batch) {
    for (DistinctHit hit : batch.hits()) {
      if (isNext(hit) && !(batch.isBefore() && isAfter)) {
        add(hit);
      }
    }
  }

  /** Takes the next hit, which is known not to resemble an earlier one. */
  void add(DistinctHit hit) {
    if (toSkip > 0) {
      toSkip--;
    } else if (hits.size() < size) {
      hits.add(hit);
    }
  }

  /** Whether a hit resembles no earlier one, nor is one. */
  private boolean isNext(DistinctHit hit) {
    if (!seen.add(hit.key())) {
      return false;
    }
    DistinctHit earlier = distinct.find(hit.index(), hit.sketch(), hit);
    if (earlier != null) {
      earlier.absorb(hit);
    }
    return earlier == null;
  }

  /** How many hits it needs. */
  int missing() {
    return size - hits.size() + toSkip;
  }

  boolean isFull() {
    return hits.size() == size;
  }

  /** How many groups were found, before the page and behind it as well. */
  int groups() {
    return distinct.count();
  }

  List<DistinctHit> hits() {
    return hits;
  }

  /** As {@link DistinctHits#commonState}. */
  ShardState commonState() {
    return distinct.commonState();
  }

  /** Says what is known of other versions with each hit, and names some of them. */
  void showVersions(int most, Relation relation) {
    for (DistinctHit hit : hits) {
      if (hit.sketch() != null) {
        hit.showVersions(most, relation, distinct.comparer(hit.index()));
      }
    }
  }
}
