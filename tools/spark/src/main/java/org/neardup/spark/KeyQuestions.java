// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import org.apache.lucene.util.FixedBitSet;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.HashOrder;

/**
 * The band keys of a partition's texts, in ascending order, and cut into questions: runs of keys
 * whose home is the same. Whoever makes them again cuts them alike, so an answer is a bit for each
 * key of a question. For one thread.
 */
final class KeyQuestions {
  /** Keys of a question, about. */
  private static final int QUESTION_KEYS = 1 << 14;

  private final int homes;
  private final long[] keys;

  /** To each key where it stood: at text times bands plus band. */
  private final int[] places;

  /**
   * Sorts keys.
   *
   * @param homes partitions that are asked
   * @param keys become sorted
   */
  KeyQuestions(int homes, long[] keys) {
    this.homes = homes;
    this.keys = keys;
    places = HashOrder.of(keys);
  }

  /**
   * All keys.
   *
   * @param homes partitions that are asked
   */
  static KeyQuestions of(TextPartition texts, SketchComparison comparison, int homes) {
    int bands = comparison.bands().bands();
    long[] all = new long[Math.multiplyExact(texts.size(), bands)];
    long[] keys = new long[bands];
    for (int text = 0; text < texts.size(); text++) {
      comparison.keys(texts.sketches(), texts.sketchAt(text), keys);
      System.arraycopy(keys, 0, all, text * bands, bands);
    }
    return new KeyQuestions(homes, all);
  }

  int size() {
    return keys.length;
  }

  long key(int index) {
    return keys[index];
  }

  /** Where a key is asked about: ascending keys, which are well mixed, have ascending homes. */
  int home(int index) {
    return (int) Math.unsignedMultiplyHigh(keys[index] ^ Long.MIN_VALUE, homes);
  }

  /** Behind the last of the keys that are equal to one. */
  int endOfEqual(int index) {
    int end = index + 1;
    while (end < keys.length && keys[end] == keys[index]) {
      end++;
    }
    return end;
  }

  /** Behind the last key of the question that begins at one. */
  int endOfQuestion(int from) {
    int home = home(from);
    int to = from;
    while (to < keys.length && to - from < QUESTION_KEYS && home(to) == home) {
      to = endOfEqual(to);
    }
    return to;
  }

  /** By the places where keys stood, whether other texts have the key, too. */
  FixedBitSet shared(BlockReader answers) {
    FixedBitSet shared = new FixedBitSet(Math.max(1, keys.length));
    while (answers.hasNext()) {
      int index = answers.getInt();
      for (int words = answers.getInt(); words > 0; words--) {
        index = mark(answers.getLong(), index, shared);
      }
    }
    return shared;
  }

  /** Marks the next 64 different keys, or as many as there are, and gives where the others are. */
  private int mark(long answers, int from, FixedBitSet shared) {
    int index = from;
    for (int bit = 0; bit < Long.SIZE && index < keys.length; bit++) {
      int end = endOfEqual(index);
      if ((answers >>> bit & 1) != 0) {
        for (int i = index; i < end; i++) {
          shared.set(places[i]);
        }
      }
      index = end;
    }
    return index;
  }
}
