// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

/**
 * Makes sketches whose slots agree with probability r, the resemblance of the two element sets.
 *
 * <p>The share of equal slots of two sketches made by equal sketchers estimates r without bias,
 * with a standard error of at most sqrt(r (1 - r) / slots). Implementations are immutable and safe
 * for use by many threads.
 */
public sealed interface SlotSketcher permits FastSimilaritySketcherV1, MinHashSketcherV1 {
  /** The most slots a sketch may have. */
  int MAX_SLOTS = 1024;

  /** The algorithm with its version; sketches of different names cannot be compared. */
  String name();

  /** The number of slots, 1 to {@link #MAX_SLOTS}. */
  int slots();

  /** The seed; sketches of different seeds cannot be compared. */
  long seed();

  /**
   * Sketches one element set.
   *
   * @param elements well-mixed 64-bit hashes; order and repeats do not matter
   * @param count how many of them to read, at least 1
   * @param slots receives one value per slot; only their equality is meaningful
   * @throws IllegalArgumentException if there are no elements, fewer than {@code count}, or if the
   *     array has not exactly {@link #slots()} entries
   */
  void sketch(long[] elements, int count, long[] slots);

  /** As {@link #sketch(long[], int, long[])}, into a new array. */
  default long[] sketch(long[] elements, int count) {
    long[] slots = new long[slots()];
    sketch(elements, count, slots);
    return slots;
  }
}
