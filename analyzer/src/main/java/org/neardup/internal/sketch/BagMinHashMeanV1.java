// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import java.util.Arrays;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/**
 * One number for a bag of words, for sorting: the mean of its smallest hashes (after Hanov).
 *
 * <p>Near-duplicates share most of their minima, so sorting documents by this number puts them
 * close to each other; the pairs in a sliding window are then the candidates. The number says
 * little else: it is about 1 / (words + 1), so unrelated documents may be close, too.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class BagMinHashMeanV1 {
  private final SlotSketcher sketcher;

  /**
   * Makes the hash functions.
   *
   * @param functions how many, 1 to {@link SlotSketcher#MAX_SLOTS}
   */
  public BagMinHashMeanV1(int functions, long seed) {
    sketcher = Sketches.minHash(functions, seed);
  }

  /**
   * The mean of the smallest hash of each function over the bag.
   *
   * @param wordHashes well-mixed hashes; their order does not matter, repeats do
   * @param count how many of them to read, at least 1
   * @return between 0 and 1
   * @throws IllegalArgumentException if there are no words, or fewer than {@code count}
   */
  public double mean(long[] wordHashes, int count) {
    Checks.elements(wordHashes, count);
    double sum = 0;
    for (long rank : sketcher.sketch(numbered(wordHashes, count), count)) {
      sum += ((rank ^ Long.MIN_VALUE) >>> 11) * 0x1p-53;
    }
    return sum / sketcher.slots();
  }

  /** The bag as a set: the n-th occurrence of a word is an element of its own. */
  private static long[] numbered(long[] words, int count) {
    long[] sorted = Arrays.copyOf(words, count);
    Arrays.sort(sorted);
    long[] elements = new long[count];
    for (int i = 0, occurrence = 0; i < count; i++) {
      occurrence = i > 0 && sorted[i] == sorted[i - 1] ? occurrence + 1 : 0;
      elements[i] = Hashing.combine(sorted[i], occurrence);
    }
    return elements;
  }
}
