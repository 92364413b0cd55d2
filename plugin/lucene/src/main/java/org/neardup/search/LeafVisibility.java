// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.record.Marker;

/**
 * Which documents of a segment are visible. Made once for each segment reader, so that reopening an
 * index looks only at the segments that changed. Takes one bit a document, two if some are deleted.
 * For any thread, as nobody changes the bits.
 *
 * @param unmarked documents that are not marked as hidden, deleted ones included; null if the
 *     segment has no such mark
 * @param visible of these, the live ones; null if the segment has no such mark
 * @param count how many documents are live and not marked
 */
record LeafVisibility(FixedBitSet unmarked, FixedBitSet visible, int count) {
  private static final ReaderCache<LeafVisibility> CACHE = new ReaderCache<>();

  static LeafVisibility of(LeafReader leaf) throws IOException {
    return CACHE.get(leaf.getReaderCacheHelper(), () -> read(leaf));
  }

  private static LeafVisibility read(LeafReader leaf) throws IOException {
    FixedBitSet unmarked = Marker.HIDDEN.unmarked(leaf);
    if (unmarked == null) {
      return new LeafVisibility(null, null, leaf.numDocs());
    }
    FixedBitSet visible = unmarked;
    if (leaf.getLiveDocs() != null) {
      visible = FixedBitSet.copyOf(leaf.getLiveDocs());
      visible.and(unmarked);
    }
    return new LeafVisibility(unmarked, visible, visible.cardinality());
  }

  /** The live documents that are hidden, in bits of the caller's own; null if there are none. */
  FixedBitSet hidden(LeafReader leaf) {
    if (count == leaf.numDocs()) {
      return null;
    }
    FixedBitSet hidden = visible.clone();
    hidden.flip(0, leaf.maxDoc());
    if (leaf.getLiveDocs() != null) {
      hidden.and(FixedBitSet.copyOf(leaf.getLiveDocs()));
    }
    return hidden;
  }

  /** The number of segments of which this is known. */
  static int cached() {
    return CACHE.size();
  }
}
