// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.neardup.sketch.Hashing;

/**
 * Band keys of more texts than a bucket may have: each text is compared with the first ones only,
 * those up to the last number that is a column. Such a bucket is cut into pieces, each with some of
 * the texts as rows and all columns. Immutable.
 */
final class HotKeys implements Serializable {
  /** Ascending (signed). */
  private final long[] keys;

  private final long[] totals;
  private final long[] lastColumns;
  private final int pieceRows;

  /**
   * Hot keys.
   *
   * @param keys ascending
   * @param totals texts of each
   * @param lastColumns number of the last text of each that others are compared with
   */
  HotKeys(long[] keys, long[] totals, long[] lastColumns, int pieceRows) {
    this.keys = keys;
    this.totals = totals;
    this.lastColumns = lastColumns;
    this.pieceRows = pieceRows;
  }

  boolean isEmpty() {
    return keys.length == 0;
  }

  int size() {
    return keys.length;
  }

  /** The index of a key; negative if it is not hot. */
  int index(long key) {
    return keys.length == 0 ? -1 : Arrays.binarySearch(keys, key);
  }

  /** Into how many pieces a hot key is cut. */
  int pieces(int index) {
    return (int) (totals[index] / pieceRows) + 1;
  }

  /** The piece that a text is a row of. */
  int piece(int index, long print) {
    return (int) Math.unsignedMultiplyHigh(Hashing.combine(keys[index], print), pieces(index));
  }

  /** What stands for a piece in place of the key. */
  long pieceKey(int index, int piece) {
    return Hashing.combine(keys[index], piece);
  }

  /** Whether others are compared with a text of a hot key. */
  boolean isColumn(int index, long number) {
    return number <= lastColumns[index];
  }

  /** Whether the bucket of a key compares a text with later ones. */
  boolean compares(long key, long earlier) {
    int index = index(key);
    return index < 0 || isColumn(index, earlier);
  }

  /** How many pairs are skipped. */
  long skippedPairs(int maxBucket) {
    long pairs = 0;
    for (long total : totals) {
      long more = total - maxBucket;
      pairs += more * (more - 1) / 2;
    }
    return pairs;
  }
}
