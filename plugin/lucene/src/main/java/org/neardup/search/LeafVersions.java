// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import org.apache.lucene.util.FixedBitSet;

/** Which documents of a segment are hidden, behind which, and which of them have hidden ones. */
final class LeafVersions {
  /** Live documents that are hidden. */
  final FixedBitSet hidden;

  /** These, and the representatives of groups that have hidden documents in any segment. */
  final FixedBitSet grouped;

  private final int[] hiddenBefore; // by word of the bits
  private final int[] representatives; // of the hidden ones, numbers in the whole index

  /** Takes the arguments over; {@code representatives} and {@code grouped} may be filled later. */
  LeafVersions(FixedBitSet hidden, int[] representatives) {
    this.hidden = hidden;
    this.representatives = representatives;
    grouped = hidden.clone();
    hiddenBefore = new int[hidden.getBits().length];
    for (int word = 1; word < hiddenBefore.length; word++) {
      hiddenBefore[word] = hiddenBefore[word - 1] + Long.bitCount(hidden.getBits()[word - 1]);
    }
  }

  /** The representative of a hidden document, as a number in the whole index. */
  int representative(int doc) {
    int word = doc >> 6;
    long before = hidden.getBits()[word] & ((1L << doc) - 1);
    return representatives[hiddenBefore[word] + Long.bitCount(before)];
  }
}
