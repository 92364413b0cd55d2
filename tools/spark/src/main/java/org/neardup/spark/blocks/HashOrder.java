// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

/**
 * Sorts hashes by their leading bits, which tell nearly all of them apart: in two passes over
 * memory, where comparing them takes one for each doubling. It is of no use for other numbers.
 */
public final class HashOrder {
  private static final int DIGIT_BITS = 11;

  private HashOrder() {}

  /**
   * The places where the hashes stood, in ascending (signed) order of the hashes; those of equal
   * ones are in order, too.
   *
   * @param hashes become sorted
   */
  public static int[] of(long[] hashes) {
    int[] places = new int[hashes.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
    }
    long[] otherHashes = new long[hashes.length];
    int[] otherPlaces = new int[hashes.length];
    distribute(hashes, places, otherHashes, otherPlaces, Long.SIZE - 2 * DIGIT_BITS);
    distribute(otherHashes, otherPlaces, hashes, places, Long.SIZE - DIGIT_BITS);
    insert(hashes, places);
    return places;
  }

  private static void distribute(
      long[] hashes, int[] places, long[] toHashes, int[] toPlaces, int shift) {
    int[] starts = new int[(1 << DIGIT_BITS) + 1];
    for (long hash : hashes) {
      starts[digit(hash, shift) + 1]++;
    }
    for (int digit = 1; digit < starts.length; digit++) {
      starts[digit] += starts[digit - 1];
    }
    for (int i = 0; i < hashes.length; i++) {
      int to = starts[digit(hashes[i], shift)]++;
      toHashes[to] = hashes[i];
      toPlaces[to] = places[i];
    }
  }

  private static int digit(long hash, int shift) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> shift) & (1 << DIGIT_BITS) - 1;
  }

  /** Hashes stand near their places already. */
  private static void insert(long[] hashes, int[] places) {
    for (int i = 1; i < hashes.length; i++) {
      long hash = hashes[i];
      int place = places[i];
      int to = i;
      while (to > 0 && hashes[to - 1] > hash) {
        hashes[to] = hashes[to - 1];
        places[to] = places[to - 1];
        to--;
      }
      hashes[to] = hash;
      places[to] = place;
    }
  }
}
