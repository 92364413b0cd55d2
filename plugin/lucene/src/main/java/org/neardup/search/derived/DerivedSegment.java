// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import org.apache.lucene.util.FixedBitSet;

/**
 * The groups of the documents of one segment. Immutable as long as nobody writes to its bits.
 *
 * @param docs live documents with a sketch
 * @param count of these
 * @param deleted how many documents of the segment are deleted
 * @param groups by document: the number of its group; 0 if it is alone
 */
record DerivedSegment(
    SegmentIdentity identity,
    SegmentContent content,
    FixedBitSet docs,
    int count,
    int deleted,
    PagedInts groups) {

  long ramBytesUsed() {
    return content.ramBytesUsed() + docs.ramBytesUsed() + groups.ramBytesUsed();
  }
}
