// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.Arrays;
import org.neardup.internal.sketch.Checks;
import org.neardup.internal.sketch.Hashing;

/**
 * Fast similarity sketching, the default: O(elements + slots log slots) where MinHash takes
 * O(elements slots), and a smaller error: .68 to .80 of that of MinHash for up to 100 elements,
 * close to what Ertl's formula for SuperMinHash gives (.79 for 133 elements and 64 slots).
 *
 * <p>In each round every element throws one dart: a slot, and a value in it. A slot keeps the
 * smallest value of the first round that hits it. The paper continues until most slots are hit.
 * Here 8 rounds are thrown; a slot that is still empty then takes its smallest value over all
 * elements. Unlike plain hashes, these values are not independent from slot to slot: they start
 * with the rank of the slot in the element's own permutation of all slots (as in SuperMinHash). So
 * every element ranks low in equally many slots, and the error stays as small as with darts alone:
 * .68 to .76 for 5 elements in 64 to 256 slots, against .76 to .90 with plain hashes.
 *
 * <p>A value carries its round in its top bits. So slots that two sets fill in different rounds do
 * not agree, as they must not, and the sketch of a union is the minimum of two sketches.
 *
 * @see <a href="https://arxiv.org/abs/1704.04370">Dahlgaard, Knudsen, Langhede, Houen, Thorup, Fast
 *     similarity sketching, 2017</a>
 * @see <a href="https://arxiv.org/abs/1706.05698">Ertl, SuperMinHash, 2017</a>
 */
final class FastSimilaritySketcherV1 implements SlotSketcher {
  private static final int ROUNDS = 8;

  /** A slot value: the round above this many bits of hash; never negative. */
  private static final int HASH_BITS = 59;

  /** Greater than every value. */
  private static final long EMPTY = Long.MAX_VALUE;

  private final int slots;
  private final long seed;

  /** An odd factor for each dart round. */
  private final long[] roundFactors = new long[ROUNDS];

  /** A key for the permutations, and an odd factor per slot that orders elements of equal rank. */
  private final long fillKey;

  private final long[] fillFactors;

  FastSimilaritySketcherV1(int slots, long seed) {
    this.slots = Checks.between("slots", slots, 1, MAX_SLOTS);
    this.seed = seed;
    Arrays.setAll(roundFactors, round -> Hashing.combine(seed, round) | 1);
    this.fillKey = Hashing.combine(seed, ROUNDS);
    this.fillFactors = new long[slots];
    Arrays.setAll(fillFactors, slot -> Hashing.combine(fillKey, slot) | 1);
  }

  @Override
  public String name() {
    return "FastSimilaritySketchV1";
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public void sketch(long[] elements, int count, long[] out) {
    Checks.elements(elements, count);
    Checks.slots(out, slots);
    Arrays.fill(out, EMPTY);
    int empty = 0;
    for (int round = 0; round < ROUNDS && empty < slots; round++) {
      throwDarts(elements, count, roundFactors[round], (long) round << HASH_BITS, out);
      empty = nextEmpty(out, empty);
    }
    if (empty < slots) {
      fill(elements, count, empty, out);
    }
  }

  /**
   * One multiplication per element, as elements are well mixed. The top bits of the product choose
   * the slot; within a slot the product itself is the value. The minimum is taken without a branch,
   * because whether a dart is the smallest so far is hard to predict.
   */
  private static void throwDarts(long[] elements, int count, long factor, long round, long[] out) {
    long slots = out.length;
    for (int i = 0; i < count; i++) {
      long hash = elements[i] * factor;
      int slot = (int) Math.unsignedMultiplyHigh(hash, slots);
      out[slot] = Math.min(out[slot], round | (hash >>> (Long.SIZE - HASH_BITS)));
    }
  }

  private static int nextEmpty(long[] out, int from) {
    int i = from;
    while (i < out.length && out[i] != EMPTY) {
      i++;
    }
    return i;
  }

  private void fill(long[] elements, int count, int firstEmpty, long[] out) {
    long[] hashes = new long[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = Hashing.mix(elements[i] ^ fillKey);
    }
    // Ranks are below the next power of two.
    int rankBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(slots - 1));
    long round = (long) ROUNDS << HASH_BITS;
    for (int i = firstEmpty; i < slots; i = nextEmpty(out, i + 1)) {
      long smallest = smallest(hashes, i, fillFactors[i], rankBits);
      out[i] = round | ((smallest ^ Long.MIN_VALUE) >>> (Long.SIZE - HASH_BITS));
    }
  }

  /**
   * The smallest (signed) value in a slot. The top bits of a value are the rank of the slot in the
   * element's permutation; the bits below order elements of equal rank. One loop without branches,
   * which the compiler vectorizes.
   */
  private static long smallest(long[] hashes, long slot, long factor, int rankBits) {
    long mask = (1L << rankBits) - 1;
    int top = Long.SIZE - rankBits;
    int half = rankBits >>> 1;
    long smallest = Long.MAX_VALUE;
    for (long hash : hashes) {
      long rank = (slot * ((hash >>> 32) | 1) + (hash >>> 10)) & mask;
      rank = (rank ^ (rank >>> half)) * ((hash >>> 40) | 1);
      smallest = Math.min(smallest, (rank << top) | ((hash * factor) >>> rankBits));
    }
    return smallest;
  }
}
