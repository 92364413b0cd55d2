// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

/** The live documents of one segment that share keys with a sketch, in ascending order. */
public final class Candidates {
  /** No candidates. */
  public static final Candidates NONE = new Candidates(new int[0], new int[0], 0, 0);

  private final int[] docs;
  private final int[] shared;
  private final int size;
  private final long cut;

  /** Takes the arrays over: the first {@code size} documents, and how many keys each shares. */
  Candidates(int[] docs, int[] shared, int size, long cut) {
    this.docs = docs;
    this.shared = shared;
    this.size = size;
    this.cut = cut;
  }

  /** Returns the number of candidates. */
  public int size() {
    return size;
  }

  /** Returns the segment's document number of a candidate, number 0 to size - 1. */
  public int doc(int number) {
    return docs[number];
  }

  /** Returns how many keys a candidate shares with the sketch, at least 1. */
  public int sharedBands(int number) {
    return shared[number];
  }

  /** Returns how many entries of the band index were not read because of the cap. */
  public long cut() {
    return cut;
  }
}
