// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

/**
 * The live documents of one segment that share band keys with a sketch: those that share more come
 * first, among equals the smaller document number.
 */
public final class Candidates {
  private final long[] ranked;
  private final long cut;

  /**
   * Takes over {@code ranked}: negated number of shared bands in the high half, document in the
   * low.
   */
  Candidates(long[] ranked, long cut) {
    this.ranked = ranked;
    this.cut = cut;
  }

  /** Returns the number of candidates. */
  public int size() {
    return ranked.length;
  }

  /** Returns the segment's document number of the candidate at this rank, from 0 to size - 1. */
  public int doc(int rank) {
    return (int) ranked[rank];
  }

  /** Returns how many keys this candidate shares with the sketch, at least 1. */
  public int sharedBands(int rank) {
    return (int) -(ranked[rank] >> 32);
  }

  /**
   * Returns how many entries of the band index were left unread because their bucket was over the
   * cap.
   */
  public long cut() {
    return cut;
  }
}
