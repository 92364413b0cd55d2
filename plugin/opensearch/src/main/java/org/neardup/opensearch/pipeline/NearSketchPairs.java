// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Finds pairs of sketches that differ in few slots, all at once and without missing one.
 *
 * <p>If two sketches differ in at most d slots, and the slots are cut into d + 1 bands, they agree
 * in one of the bands. The bands lie in parts of the sketch, and in one of these parts the two
 * differ in fewer slots than it has bands. So sketches that share a band are compared by its part
 * first, which is the quicker the nearer together its bytes are in memory.
 *
 * <p>The loops over sketches and pairs do not branch: a processor would guess wrong too often.
 */
final class NearSketchPairs {
  /** What a sketch takes: its part, a pair to compare, one that was found, and its chain. */
  static final int BYTES_EACH = SlotPacking.PART_BYTES + 5 * Integer.BYTES;

  private static final int WORDS = SlotPacking.PART_BYTES / Long.BYTES;
  private static final long FACTOR = 0x9E3779B97F4A7C15L; // odd, with bits that look random
  private static final int SIGN = Integer.SIZE - 1;

  private final int count;
  private final int most;
  private final int slots;
  private final Sketches sketches;
  private final int[] table; // by hash of a band: the last sketch that has it, and base
  private final long[] parts;
  private final int[] previous; // by sketch: one before it with the same hash, negative for none
  private final int[] later; // of each pair to compare
  private final int[] earlier;
  private final long[] found; // pairs
  private int base = 1; // more than the table has of other bands

  /** The sketches, by number. */
  interface Sketches {
    /** Reads a part of one, as {@link SlotPacking#readPart} does. */
    void readPart(int sketch, int part, long[] to, int at);

    /** Told of two that share a band of a part and do not differ much in it; maybe repeatedly. */
    void compare(int later, int earlier);
  }

  /**
   * Finds none yet.
   *
   * @param most slots in which two sketches of a pair may differ
   * @param slots of a sketch
   * @param table for use of this alone from now on: as long as a power of 2, and longer than {@code
   *     count}, or many pairs share a hash alone
   */
  NearSketchPairs(int count, int most, int slots, Sketches sketches, int[] table) {
    this.count = count;
    this.most = most;
    this.slots = slots;
    this.sketches = sketches;
    this.table = table;
    Arrays.fill(table, 0);
    parts = new long[count * WORDS];
    previous = new int[count];
    later = new int[count];
    earlier = new int[count];
    found = new long[count];
  }

  /** Finds all. */
  void find() {
    int all = slots / SlotPacking.PART_SLOTS;
    for (int part = 0; part < all; part++) {
      for (int i = 0; i < count; i++) {
        sketches.readPart(i, part, parts, i * WORDS);
      }
      int[] bands = new int[(most + 1) * (part + 1) / all - (most + 1) * part / all];
      int ends = 0; // the last slots of bands, one bit a slot
      for (int band = 0; band < bands.length; band++) {
        int from = SlotPacking.PART_SLOTS * band / bands.length;
        int to = SlotPacking.PART_SLOTS * (band + 1) / bands.length;
        bands[band] = (-1 >>> (Integer.SIZE - (to - from))) << from;
        ends |= 1 << (to - 1);
      }
      for (int band : bands) {
        find(band, ends);
      }
    }
  }

  /** Finds the pairs of which a band is the first one of its part that they share. */
  private void find(int band, int ends) {
    chain(band);
    int pairs = 0;
    for (int i = 0; i < count; i++) {
      later[pairs] = i;
      earlier[pairs] = previous[i];
      pairs += ~previous[i] >>> SIGN;
    }
    while (pairs > 0) {
      pairs = compare(pairs, band, ends);
    }
  }

  private void chain(int band) {
    long mask = (band & 0xffff_ffffL) | ((long) band << Integer.SIZE);
    int shift = Long.numberOfLeadingZeros(table.length) + 1;
    for (int i = 0; i < count; i++) {
      int at = i * WORDS;
      long slots = // of a band of up to 8, each bit in a place of its own
          (parts[at] & mask)
              ^ Long.rotateLeft(parts[at + 1] & mask, 8)
              ^ Long.rotateLeft(parts[at + 2] & mask, 16)
              ^ Long.rotateLeft(parts[at + 3] & mask, 24);
      int slot = (int) ((slots * FACTOR) >>> shift);
      previous[i] = table[slot] - base;
      table[slot] = base + i;
    }
    base += count;
  }

  /** Compares pairs, and replaces each by the next one of its later sketch, if there is one. */
  private int compare(int pairs, int band, int ends) {
    int bands = Integer.bitCount(ends);
    int before = ends & (Integer.lowestOneBit(band) - 1);
    int upTo = before | Integer.highestOneBit(band);
    int next = 0;
    int near = 0;
    for (int i = 0; i < pairs; i++) {
      int a = later[i] * WORDS;
      int b = earlier[i] * WORDS;
      long any =
          (parts[a] ^ parts[b])
              | (parts[a + 1] ^ parts[b + 1])
              | (parts[a + 2] ^ parts[b + 2])
              | (parts[a + 3] ^ parts[b + 3]);
      int differing = (int) (any | (any >>> Integer.SIZE));
      // The sum carries to the end of a band if any of its slots differs, but never beyond it.
      int differingBands = ((differing & ~ends) + ~ends) | differing;
      int wrong = (differingBands & upTo) ^ before; // 0 if they share this band, and none before
      found[near] = (long) later[i] << Integer.SIZE | earlier[i];
      near += ((Integer.bitCount(differing) - bands) & (wrong - 1) & ~wrong) >>> SIGN;
      int other = previous[earlier[i]];
      later[next] = later[i];
      earlier[next] = other;
      next += ~other >>> SIGN;
    }
    for (int i = 0; i < near; i++) {
      sketches.compare((int) (found[i] >>> Integer.SIZE), (int) found[i]);
    }
    return next;
  }
}
