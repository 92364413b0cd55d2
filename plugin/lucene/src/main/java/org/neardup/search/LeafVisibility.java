// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.HiddenGroups;
import org.neardup.internal.record.Marker;

/**
 * Which documents of a segment are visible. Made once for each segment reader, so that reopening an
 * index looks only at the segments that changed. Takes one bit a document. For any thread, as
 * nobody changes the bits.
 *
 * @param visible live documents that are not marked as hidden; null if the segment has no such mark
 * @param runs of the visible ones; null if the segment has no such mark
 * @param count how many documents are live and not marked
 * @param key of a reader of these documents, the same as long as they are; null for none
 */
record LeafVisibility(FixedBitSet visible, Runs runs, int count, CacheHelper key) {
  private static final ReaderCache<LeafVisibility> CACHE = new ReaderCache<>();

  static LeafVisibility of(LeafReader leaf) throws IOException {
    return CACHE.get(leaf.getReaderCacheHelper(), () -> read(leaf));
  }

  /** Those of all segments of a reader. */
  static List<LeafVisibility> of(List<? extends LeafReader> leaves) throws IOException {
    List<LeafVisibility> visibilities = new ArrayList<>();
    for (LeafReader leaf : leaves) {
      visibilities.add(of(leaf));
    }
    return visibilities;
  }

  /** The same where the index does not record groups. */
  static List<LeafVisibility> of(List<? extends LeafReader> leaves, VersionGroups groups)
      throws IOException {
    int[] starts = new int[leaves.size()];
    FixedBitSet[] shown = new FixedBitSet[starts.length]; // null: all live documents
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + leaves.get(i - 1).maxDoc();
    }
    groups.forEachHidden(
        (doc, representative) -> {
          int leaf = ReaderUtil.subIndex(doc, starts);
          shown[leaf] = shown[leaf] == null ? Marker.live(leaves.get(leaf)) : shown[leaf];
          shown[leaf].clear(doc - starts[leaf]);
        });
    List<LeafVisibility> visibilities = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      visibilities.add(of(leaves.get(i), shown[i]));
    }
    return visibilities;
  }

  private static LeafVisibility read(LeafReader leaf) throws IOException {
    FixedBitSet visible = HiddenGroups.shown(leaf);
    if (visible != null) {
      visible.and(Marker.live(leaf));
    }
    return of(leaf, visible);
  }

  private static LeafVisibility of(LeafReader leaf, FixedBitSet visible) {
    return visible == null
        ? new LeafVisibility(null, null, leaf.numDocs(), null)
        : new LeafVisibility(
            visible,
            new Runs(visible),
            visible.cardinality(),
            OneVersion.ownKey(leaf.getReaderCacheHelper()));
  }

  /** The live documents that are hidden, in bits of the caller's own; null if there are none. */
  FixedBitSet hidden(LeafReader leaf) {
    if (count == leaf.numDocs()) {
      return null;
    }
    FixedBitSet hidden = visible.clone();
    hidden.flip(0, leaf.maxDoc());
    hidden.and(Marker.live(leaf));
    return hidden;
  }

  /** The number of segments of which this is known. */
  static int cached() {
    return CACHE.size();
  }
}
