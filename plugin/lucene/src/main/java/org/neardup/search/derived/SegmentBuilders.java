// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * All segments of a reader while groups are derived.
 *
 * @param all in the order of the reader
 * @param starts the first document of each
 * @param maxDoc documents of the reader
 * @param bySlot by slot: the number of its segment; -1 if no segment has it
 */
@SuppressWarnings("ArrayRecordComponent") // not to be compared
record SegmentBuilders(List<SegmentBuilder> all, int[] starts, int maxDoc, int[] bySlot) {

  static SegmentBuilders of(List<SegmentBuilder> segments, int maxDoc) {
    int[] starts = segments.stream().mapToInt(SegmentBuilder::docBase).toArray();
    int slots = segments.stream().mapToInt(segment -> segment.content.slot() + 1).max().orElse(0);
    int[] bySlot = new int[slots];
    Arrays.fill(bySlot, -1);
    for (int i = 0; i < starts.length; i++) {
      bySlot[segments.get(i).content.slot()] = i;
    }
    return new SegmentBuilders(segments, starts, maxDoc, bySlot);
  }

  /** The same without what is known of groups: everything is to be decided. */
  SegmentBuilders reset() {
    List<SegmentBuilder> fresh = all.stream().map(SegmentBuilder::reset).toList();
    return new SegmentBuilders(fresh, starts, maxDoc, bySlot);
  }

  /** Opens the sketches of all segments, to find documents that share a key with one. */
  NeighbourReader neighbours(String field, double threshold, int window) throws IOException {
    List<LeafReaderContext> leaves = all.stream().map(segment -> segment.leaf).toList();
    List<FixedBitSet> live = all.stream().map(SegmentBuilder::docs).toList();
    return new NeighbourReader(leaves, live, field, threshold, window);
  }

  /** The segment of a document, by its number in the reader. */
  SegmentBuilder of(int doc) {
    return all.get(ReaderUtil.subIndex(doc, starts));
  }

  /** The segment that has a slot. */
  SegmentBuilder ofSlot(int slot) {
    return all.get(bySlot[slot]);
  }
}
