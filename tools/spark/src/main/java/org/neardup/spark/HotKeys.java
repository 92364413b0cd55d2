// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.Map;
import org.neardup.internal.sketch.Hashing;

/**
 * Band keys of more texts than a bucket may have: each text is compared with the first ones only.
 * Such a bucket is cut into pieces, each with some of the texts as rows and all columns.
 */
record HotKeys(Map<Long, Bucket> buckets) implements Serializable {
  /**
   * The texts of a key.
   *
   * @param texts how many
   * @param lastColumn number of the last text that others are compared with
   */
  record Bucket(long key, long texts, long lastColumn, int pieces) implements Serializable {
    /** The piece that a text is a row of. */
    int piece(long print) {
      return (int) Math.unsignedMultiplyHigh(Hashing.combine(key, print), pieces);
    }

    /** What stands for a piece in place of the key. */
    long pieceKey(int piece) {
      return Hashing.combine(key, piece);
    }

    /** Whether others are compared with a text. */
    boolean isColumn(long number) {
      return number <= lastColumn;
    }
  }

  /** Whether the bucket of a key compares a text with later ones. */
  boolean compares(long key, long earlier) {
    Bucket hot = buckets.get(key);
    return hot == null || hot.isColumn(earlier);
  }

  /** How many pairs are skipped. */
  long skippedPairs(int maxBucket) {
    return buckets.values().stream()
        .mapToLong(hot -> hot.texts - maxBucket)
        .map(more -> more * (more - 1) / 2)
        .sum();
  }
}
