// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.LeafFieldComparator;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Scorer;

/**
 * Of the variants of each group that match without their representative, the one that comes first
 * in the order of the hits. For one thread.
 */
final class BestVariants {
  private static final Scorable NO_SCORES =
      new Scorable() {
        @Override
        public float score() {
          throw new IllegalStateException("a sort that reads scores must say that it needs them");
        }
      };

  private final UnrepresentedMatches unrepresented;
  private final List<LeafReaderContext> leaves;
  private final MatchCursor cursor; // null if no scores are needed
  private final HitOrder order;
  private final ScoreDoc last;
  private final int[] groups; // representatives, ascending
  private final int[] slots; // of the comparators, by group
  private final int[] best; // by group
  private int spare;
  private Scorable scorer; // in the segment that is looked at

  /**
   * Those of some matches.
   *
   * @param last hit of a full page by score, after which none is of interest; else null
   */
  BestVariants(
      Request request, UnrepresentedMatches unrepresented, QueryExecution searched, ScoreDoc last) {
    this.last = last;
    this.unrepresented = unrepresented;
    leaves = searched.leaves();
    boolean needsScores = request.order().needsScores();
    cursor = needsScores ? new MatchCursor(searched, unrepresented.count()) : null;
    groups = unrepresented.groups();
    order = new HitOrder(request.order(), groups.length + 1);
    spare = groups.length;
    slots = new int[groups.length];
    Arrays.setAll(slots, group -> group);
    best = new int[groups.length];
    Arrays.fill(best, -1);
  }

  /** The number of groups, whatever the scores. */
  int groups() {
    return groups.length;
  }

  /** At most one hit a group, by representative: none where all scores are too low. */
  SortedMap<Integer, FieldDoc> find() throws IOException {
    int i = 0;
    for (LeafReaderContext leaf : leaves) {
      int end = leaf.docBase + leaf.reader().maxDoc();
      if (i < unrepresented.count() && unrepresented.doc(i) < end) {
        LeafFieldComparator[] comparators = comparators(leaf);
        int stop = hasBetter() ? end : Math.min(end, last.doc);
        for (; i < unrepresented.count() && unrepresented.doc(i) < stop; i++) {
          offer(i, leaf, comparators);
        }
        i = unrepresented.from(end, i);
      }
    }
    SortedMap<Integer, FieldDoc> found = new TreeMap<>();
    for (int group = 0; group < groups.length; group++) {
      if (best[group] >= 0) {
        found.put(groups[group], hit(group));
      }
    }
    return found;
  }

  /** Whether a score in the segment may be above that of the last hit. */
  private boolean hasBetter() throws IOException {
    return last == null
        || !(scorer instanceof Scorer ofLeaf)
        || ofLeaf.getMaxScore(DocIdSetIterator.NO_MORE_DOCS) > last.score;
  }

  private LeafFieldComparator[] comparators(LeafReaderContext leaf) throws IOException {
    scorer = cursor == null ? NO_SCORES : cursor.open(leaf);
    LeafFieldComparator[] comparators = new LeafFieldComparator[order.fields()];
    for (int field = 0; field < comparators.length; field++) {
      comparators[field] = order.comparator(field).getLeafComparator(leaf);
      comparators[field].setScorer(scorer); // some open their values now
    }
    return comparators;
  }

  private void offer(int i, LeafReaderContext leaf, LeafFieldComparator[] comparators)
      throws IOException {
    int doc = unrepresented.doc(i);
    if (cursor != null && !cursor.advance(doc)) {
      throw new IllegalStateException("document " + doc + " matched once and not twice");
    }
    if (last != null && scorer.score() < last.score) {
      return;
    }
    for (LeafFieldComparator comparator : comparators) {
      comparator.copy(spare, doc - leaf.docBase);
    }
    int group = Arrays.binarySearch(groups, unrepresented.representative(i));
    if (best[group] < 0 || order.compareSlots(spare, slots[group]) < 0) { // else the lower number
      best[group] = doc;
      int free = slots[group];
      slots[group] = spare;
      spare = free;
    }
  }

  private FieldDoc hit(int group) {
    Object[] fields = new Object[order.fields()];
    for (int field = 0; field < fields.length; field++) {
      fields[field] = order.comparator(field).value(slots[group]);
    }
    return new FieldDoc(best[group], Float.NaN, fields);
  }
}
