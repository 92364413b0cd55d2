// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.Arrays;

/**
 * Classic MinHash: for each slot a permutation of the 64-bit numbers of its own, and the smallest
 * rank that an element of the set has under it. Costs O(elements slots).
 *
 * <p>Standard error sqrt(r (1 - r) / slots). The permutations can be inverted, so the smallest
 * element of a slot is known, too: {@link #element}; Broder's pairs of slot and element are made of
 * it. Ranks are signed.
 *
 * <p>An element is mixed once; rank = (mixed xor key) * odd factor, with a key and a factor a slot.
 *
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder, On the resemblance and
 *     containment of documents, 1997</a>
 */
public final class MinHashSketcherV1 implements SlotSketcher {
  private final long seed;
  private final long[] keys;
  private final long[] factors;

  MinHashSketcherV1(int slots, long seed) {
    Checks.between("slots", slots, 1, MAX_SLOTS);
    this.seed = seed;
    this.keys = new long[slots];
    this.factors = new long[slots];
    Arrays.setAll(keys, i -> Hashing.combine(seed, 2L * i));
    Arrays.setAll(factors, i -> Hashing.combine(seed, 2L * i + 1) | 1);
  }

  @Override
  public String name() {
    return "MinHashV1";
  }

  @Override
  public int slots() {
    return keys.length;
  }

  @Override
  public long seed() {
    return seed;
  }

  /**
   * The element that has this rank in this slot: what {@link #sketch} left there came from it.
   *
   * @param slot 0 to slots - 1
   */
  public long element(int slot, long rank) {
    return Hashing.unmix((rank * Hashing.inverse(factors[slot])) ^ keys[slot]) ^ seed;
  }

  /** The rank of an element in a slot; a permutation of the 64-bit numbers. */
  long rank(int slot, long element) {
    return (Hashing.mix(element ^ seed) ^ keys[slot]) * factors[slot];
  }

  @Override
  public void sketch(long[] elements, int count, long[] slots) {
    Checks.elements(elements, count);
    Checks.slots(slots, slots());
    Arrays.fill(slots, Long.MAX_VALUE);
    for (int i = 0; i < count; i += 2) {
      // An odd last element is taken twice: repeats do not matter.
      long a = Hashing.mix(elements[i] ^ seed);
      long b = Hashing.mix(elements[Math.min(i + 1, count - 1)] ^ seed);
      lower(slots, keys, factors, a, b);
    }
  }

  /**
   * Slots inside, two elements a pass: without branches, and small enough for the compiler to make
   * vector code of it (JDK 25; four or eight elements a pass are not turned into any).
   */
  private static void lower(long[] slots, long[] keys, long[] factors, long a, long b) {
    for (int i = 0; i < slots.length; i++) {
      long key = keys[i];
      long factor = factors[i];
      slots[i] = Math.min(slots[i], Math.min((a ^ key) * factor, (b ^ key) * factor));
    }
  }
}
