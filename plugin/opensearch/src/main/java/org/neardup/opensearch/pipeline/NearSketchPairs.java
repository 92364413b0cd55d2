// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.neardup.internal.sketch.SlotPacking;

/**
 * Finds pairs of sketches that differ in few slots, all at once and without missing one.
 *
 * <p>Two sketches that differ in at most d slots differ in at most d/p of one of their p parts; and
 * if that part is cut into one more band than this, they agree in one of its bands. So the sketches
 * are sorted by each band of each part, and those that share a band are compared by the part first,
 * which is the quicker the nearer together its bytes are in memory.
 */
final class NearSketchPairs {
  /** What a sketch takes: its part, its hash and place, and the ends of buckets. */
  static final int BYTES_EACH = SlotPacking.PART_BYTES + 2 * Integer.BYTES + Integer.BYTES / 2;

  private static final int WORDS = SlotPacking.PART_BYTES / Long.BYTES;
  private static final long[] FACTORS = { // odd, with bits that look random
    0x9E3779B97F4A7C15L, 0xD6E8FEB86659FD93L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L
  };

  private final int count;
  private final Sketches sketches;
  private final int[] table; // by hash: how many; later, where the next one goes, inverted
  private final int hashBits;
  private final int[] hashes;
  private final int[] sorted; // sketches that may share a band with another, bucket by bucket
  private final int[] ends; // of buckets in that
  private final long[] parts;
  private final int[] bands; // slots of each, one bit a slot
  private long[] bucket = {}; // parts of its sketches

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
   * @param table for use of this alone from now on, with at least 2 x {@code count} entries
   */
  NearSketchPairs(int count, int most, int slots, Sketches sketches, int[] table) {
    this.count = count;
    this.sketches = sketches;
    this.table = table;
    hashBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    hashes = new int[count];
    sorted = new int[count];
    ends = new int[count / 2];
    parts = new long[count * WORDS];
    bands = new int[most / (slots / SlotPacking.PART_SLOTS) + 1];
    for (int band = 0; band < bands.length; band++) {
      int from = SlotPacking.PART_SLOTS * band / bands.length;
      int to = SlotPacking.PART_SLOTS * (band + 1) / bands.length;
      bands[band] = (-1 >>> (Integer.SIZE - (to - from))) << from;
    }
  }

  /** Finds the pairs that one part tells of. */
  void find(int part) {
    for (int i = 0; i < count; i++) {
      sketches.readPart(i, part, parts, i * WORDS);
    }
    for (int band = 0; band < bands.length; band++) {
      hash(bands[band]);
      int buckets = sort();
      int from = 0;
      for (int i = 0; i < buckets; i++) {
        compareAll(from, ends[i], band);
        from = ends[i];
      }
    }
  }

  private void hash(int band) {
    Arrays.fill(table, 0, 1 << hashBits, 0);
    long mask = (band & 0xffff_ffffL) | ((long) band << Integer.SIZE);
    for (int i = 0; i < count; i++) {
      int at = i * WORDS;
      long hash =
          (parts[at] & mask) * FACTORS[0]
              + (parts[at + 1] & mask) * FACTORS[1]
              + (parts[at + 2] & mask) * FACTORS[2]
              + (parts[at + 3] & mask) * FACTORS[3];
      int slot = (int) (hash >>> (Long.SIZE - hashBits));
      hashes[i] = slot;
      table[slot]++;
    }
  }

  /** Sorts those that are not alone with their hash; how many buckets they are. */
  private int sort() {
    int buckets = 0;
    int end = 0;
    for (int i = 0; i < count; i++) {
      int slot = hashes[i];
      int there = table[slot];
      if (there != 1) {
        if (there > 0) {
          there = ~end;
          end += table[slot];
          ends[buckets++] = end;
        }
        sorted[~there] = i;
        table[slot] = there - 1;
      }
    }
    return buckets;
  }

  private void compareAll(int from, int to, int band) {
    int size = to - from;
    if (size * WORDS > bucket.length) {
      bucket = new long[ArrayUtil.oversize(size * WORDS, Long.BYTES)];
    }
    for (int i = 0; i < size; i++) {
      System.arraycopy(parts, sorted[from + i] * WORDS, bucket, i * WORDS, WORDS);
      compareWithEarlier(from, i, band);
    }
  }

  private void compareWithEarlier(int from, int number, int band) {
    long[] all = bucket;
    int most = bands.length - 1;
    int at = number * WORDS;
    long first = all[at];
    long second = all[at + 1];
    long third = all[at + 2];
    long fourth = all[at + 3];
    for (int with = 0; with < at; with += WORDS) {
      long any =
          (all[with] ^ first)
              | (all[with + 1] ^ second)
              | (all[with + 2] ^ third)
              | (all[with + 3] ^ fourth);
      int differing = (int) (any | (any >>> Integer.SIZE));
      if (Integer.bitCount(differing) <= most && firstBand(differing) == band) {
        sketches.compare(sorted[from + number], sorted[from + with / WORDS]);
      }
    }
  }

  /** The first band in which they agree: there is one, as they differ in fewer slots. */
  private int firstBand(int differing) {
    int band = 0;
    while ((differing & bands[band]) != 0) {
      band++;
    }
    return band;
  }
}
