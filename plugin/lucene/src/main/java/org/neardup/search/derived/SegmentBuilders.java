// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.Arrays;
import java.util.List;

/**
 * All segments of a reader while groups are derived.
 *
 * @param all in the order of the reader
 * @param finder of the segment of a document
 * @param bySlot by slot: the number of its segment; -1 if no segment has it
 */
@SuppressWarnings("ArrayRecordComponent") // not to be compared
record SegmentBuilders(List<SegmentBuilder> all, SegmentFinder finder, int[] bySlot) {

  static SegmentBuilders of(List<SegmentBuilder> segments, int maxDoc) {
    int[] starts = segments.stream().mapToInt(SegmentBuilder::docBase).toArray();
    int slots = segments.stream().mapToInt(segment -> segment.content.slot() + 1).max().orElse(0);
    int[] bySlot = new int[slots];
    Arrays.fill(bySlot, -1);
    for (int i = 0; i < starts.length; i++) {
      bySlot[segments.get(i).content.slot()] = i;
    }
    return new SegmentBuilders(segments, new SegmentFinder(starts, maxDoc), bySlot);
  }

  /** The same without what is known of groups: everything is to be decided. */
  SegmentBuilders reset() {
    return new SegmentBuilders(all.stream().map(SegmentBuilder::reset).toList(), finder, bySlot);
  }

  /** The segment of a document, by its number in the reader. */
  SegmentBuilder of(int doc) {
    return all.get(finder.segment(doc));
  }

  /** The segment that has a slot. */
  SegmentBuilder ofSlot(int slot) {
    return all.get(bySlot[slot]);
  }
}
