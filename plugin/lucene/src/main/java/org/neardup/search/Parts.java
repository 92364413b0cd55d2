// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.FixedBitSet;

/**
 * The runs of the visible documents, of the hidden ones that a search looks at, and of both, by
 * segment.
 */
record Parts(List<Runs> visible, List<Runs> hidden, List<Runs> both) {

  /** The parts of live documents of an index. */
  static Parts of(List<LeafReaderContext> leaves, FixedBitSet visible, FixedBitSet hidden) {
    FixedBitSet both = visible.clone();
    both.or(hidden);
    return new Parts(
        Runs.bySegment(leaves, visible),
        Runs.bySegment(leaves, hidden),
        Runs.bySegment(leaves, both));
  }

  /** Whether reading first the ones and then the others reads most documents once. */
  boolean areApart() {
    return length(visible) + length(hidden) <= 1.25 * length(both);
  }

  private static int length(List<Runs> runs) {
    return runs.stream().mapToInt(Runs::length).sum();
  }
}
