// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.Arrays;
import org.neardup.internal.sketch.Checks;
import org.neardup.internal.sketch.Hashing;

/**
 * Classic MinHash: each slot has its own permutation of the 64-bit numbers, and keeps the smallest
 * rank that an element of the set has under it. Takes O(elements * slots) time.
 *
 * <p>Standard error sqrt(r (1 - r) / slots). The permutations can be inverted, so the smallest
 * element of a slot is known, too: {@link #element}. Broder's pairs of slot and element are built
 * from it. Ranks are signed.
 *
 * <p>An element is mixed once, with the seed; its rank in a slot is the product with the slot's odd
 * factor.
 *
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder, On the resemblance and
 *     containment of documents, 1997</a>
 */
final class MinHashSketcherV1 implements SlotSketcher {
  private final long seed;
  private final long[] factors;

  MinHashSketcherV1(int slots, long seed) {
    this.seed = seed;
    this.factors = new long[Checks.between("slots", slots, 1, MAX_SLOTS)];
    Arrays.setAll(factors, slot -> Hashing.combine(seed, slot) | 1);
  }

  @Override
  public String name() {
    return "MinHashV1";
  }

  @Override
  public int slots() {
    return factors.length;
  }

  @Override
  public long seed() {
    return seed;
  }

  /** The rank of an element in a slot; a permutation of the 64-bit numbers. */
  long rank(int slot, long element) {
    return mix(element) * factors[slot];
  }

  /**
   * The element that has this rank in this slot: for a value of {@link #sketch}, the element that
   * it came from.
   *
   * @param slot 0 to slots - 1
   */
  public long element(int slot, long rank) {
    return Hashing.unmix(rank * Hashing.inverse(factors[slot])) ^ seed;
  }

  @Override
  public void sketch(long[] elements, int count, long[] slots) {
    Checks.elements(elements, count);
    Checks.slots(slots, slots());
    Arrays.fill(slots, Long.MAX_VALUE);
    int i = 0;
    for (; i + 1 < count; i += 2) {
      lower(slots, factors, mix(elements[i]), mix(elements[i + 1]));
    }
    if (i < count) {
      for (int slot = 0; slot < slots.length; slot++) {
        slots[slot] = Math.min(slots[slot], rank(slot, elements[i]));
      }
    }
  }

  private long mix(long element) {
    return Hashing.mix(element ^ seed);
  }

  /**
   * Each slot keeps the smallest rank, for two elements, looping over slots: without branches, and
   * small enough for the compiler to vectorize (JDK 25; with three elements per pass it does so
   * only sometimes).
   */
  private static void lower(long[] slots, long[] factors, long a, long b) {
    for (int i = 0; i < slots.length; i++) {
      long factor = factors[i];
      slots[i] = Math.min(slots[i], Math.min(a * factor, b * factor));
    }
  }
}
