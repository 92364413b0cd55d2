// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * The groups of the documents of one segment. Immutable as long as nobody writes to its bits.
 *
 * @param docs live documents with a sketch
 * @param liveDocs of its reader, to tell whether the next one has the same; null: nothing is
 *     deleted
 * @param groups by document: the number of its group, negative if it represents it; 0 if it is
 *     alone
 * @param hidden documents of groups that do not represent them
 */
record DerivedSegment(
    SegmentContent content, FixedBitSet docs, Bits liveDocs, PagedInts groups, FixedBitSet hidden) {

  /**
   * Marks by 1 each group that one of some documents represents.
   *
   * @param byGroup at 0, too, if one is alone: that spares a branch that nobody can predict
   */
  void noteRepresented(FixedBitSet some, byte[] byGroup) {
    long[] words = some.getBits();
    for (int word = 0; word < words.length; word++) {
      for (long rest = words[word] & ~hidden.getBits()[word]; rest != 0; rest &= rest - 1) {
        byGroup[-groups.get((word << 6) + Long.numberOfTrailingZeros(rest))] = 1;
      }
    }
  }

  long ramBytesUsed() {
    return content.ramBytesUsed()
        + docs.ramBytesUsed()
        + groups.ramBytesUsed()
        + hidden.ramBytesUsed();
  }
}
