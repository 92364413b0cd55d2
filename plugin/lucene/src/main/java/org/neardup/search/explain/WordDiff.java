// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The fewest words to remove from one text, and to insert into it, to get another.
 *
 * <p>Takes O((n + m) d) time and O(d²) memory for d edits. Beyond a number of edits it gives up:
 * what it has not aligned by then is one change, which is correct, but may hold words that both
 * have.
 *
 * @see <a href="https://doi.org/10.1007/BF01840446">Myers, An O(ND) difference algorithm and its
 *     variations, 1986</a>
 */
final class WordDiff {
  /** No such path: every position is at least 0, and adding some steps leaves it below. */
  private static final int NONE = Integer.MIN_VALUE / 2;

  /** The words of a from {@code fromA} to before {@code toA} are replaced by those of b. */
  record Change(int fromA, int toA, int fromB, int toB) {}

  private final ShownWords a;
  private final ShownWords b;
  private final BitSet removed = new BitSet();
  private final BitSet added = new BitSet();
  private final List<int[]> furthest = new ArrayList<>(); // by edits: x on each diagonal
  private boolean complete;

  private WordDiff(ShownWords a, ShownWords b, int maxEdits) {
    this.a = a;
    this.b = b;
    int edits = search(maxEdits);
    trace(edits);
  }

  /**
   * Compares the words of two texts.
   *
   * @param maxEdits when to give up, at least 0
   */
  static WordDiff of(ShownWords a, ShownWords b, int maxEdits) {
    return new WordDiff(a, b, maxEdits);
  }

  /** Whether the changes are the fewest. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Finds, for more and more edits, how far one can get on each diagonal x - y; returns the number
   * of edits at the end.
   */
  private int search(int maxEdits) {
    int[] last = {};
    for (int edits = 0; ; edits++) {
      int[] row = new int[edits + 1];
      furthest.add(row);
      for (int i = 0; i <= edits; i++) {
        int x = start(last, edits, i);
        row[i] = x == NONE ? NONE : x + a.same(x, b, x - diagonal(edits, i));
        if (row[i] == a.count() && row[i] - diagonal(edits, i) == b.count()) {
          complete = true;
          return edits;
        }
      }
      if (edits >= maxEdits) {
        return edits;
      }
      last = row;
    }
  }

  private static int diagonal(int edits, int i) {
    return 2 * i - edits;
  }

  /** Where the path of so many edits enters a diagonal, after the last row. */
  private int start(int[] last, int edits, int i) {
    return edits == 0 ? 0 : Math.max(afterRemoval(last, i), afterAddition(last, edits, i));
  }

  private int afterRemoval(int[] last, int i) {
    int x = i == 0 ? NONE : last[i - 1] + 1;
    return x >= 0 && x <= a.count() ? x : NONE;
  }

  private int afterAddition(int[] last, int edits, int i) {
    int x = i == edits ? NONE : last[i];
    return x >= 0 && x - diagonal(edits, i) <= b.count() ? x : NONE;
  }

  /** Goes the path back that got furthest. */
  private void trace(int edits) {
    int i = best(edits);
    int x = furthest.get(edits)[i];
    removed.set(x, a.count());
    added.set(x - diagonal(edits, i), b.count());
    for (int left = edits; left > 0; left--) {
      int[] last = furthest.get(left - 1);
      x = start(last, left, i);
      if (x == afterRemoval(last, i)) {
        removed.set(x - 1);
        i--;
      } else {
        added.set(x - diagonal(left, i) - 1);
      }
    }
  }

  private int best(int edits) {
    int best = -1;
    int most = -1;
    for (int i = 0; i <= edits; i++) {
      int x = furthest.get(edits)[i];
      if (x != NONE && 2 * x - diagonal(edits, i) > most) {
        best = i;
        most = 2 * x - diagonal(edits, i);
      }
    }
    return best;
  }

  /** The changes in the order of the texts; between two of them both have the same words. */
  List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    int x = 0;
    int y = 0;
    while (x < a.count() || y < b.count()) {
      int toA = removed.nextClearBit(x);
      int toB = added.nextClearBit(y);
      if (toA > x || toB > y) {
        changes.add(new Change(x, toA, y, toB));
      }
      x = toA + 1;
      y = toB + 1;
    }
    return changes;
  }
}
