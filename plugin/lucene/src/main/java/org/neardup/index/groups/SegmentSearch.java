// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.neardup.codec.BandKeys;
import org.neardup.codec.BandLookUp;
import org.neardup.codec.SketchReader;

/**
 * Chooses the segments of a view that a search reads: most documents that a search finds are in one
 * of many, and sets of their keys tell in which. Guarded by the lock of {@link GroupTable}.
 */
final class SegmentSearch {
  private final List<SnapshotSegment> segments;
  private final List<BloomFilter> sets = new ArrayList<>();
  private boolean isFilled;

  /**
   * Of these segments, in the order of the index.
   *
   * @param older the search of the view before, which knows of segments that are still there, or
   *     null
   */
  SegmentSearch(List<SnapshotSegment> segments, SegmentSearch older) {
    this.segments = segments;
    if (older != null) {
      segments.forEach(older::handOver);
    }
  }

  private void handOver(SnapshotSegment newer) {
    for (SnapshotSegment segment : segments) {
      if (segment.core().equals(newer.core())) {
        newer.takeOver(segment);
      }
    }
  }

  /**
   * Makes the sets that are missing, which reads the bands of their segments. One that has half of
   * all keys gets none, as it is the likeliest anyway. A segment without a set is always searched.
   *
   * @param maxWords that all sets may take; the smallest segments are first
   */
  void fill(long maxWords) throws IOException {
    if (isFilled) {
      return;
    }
    isFilled = true;
    long allKeys = segments.stream().mapToLong(SnapshotSegment::keyCount).sum();
    long used = 0;
    for (SnapshotSegment segment : smallestFirst()) {
      long words = words(segment);
      used += words;
      if (2 * segment.keyCount() > allKeys || used > maxWords) {
        segment.setKeys(null);
      } else if (segment.keys() == null) {
        segment.setKeys(keys(segment, (int) words));
      }
      if (segment.keys() != null) {
        sets.add(segment.keys());
      }
    }
  }

  private List<SnapshotSegment> smallestFirst() {
    return segments.stream().sorted(Comparator.comparingLong(SnapshotSegment::keyCount)).toList();
  }

  private static long words(SnapshotSegment segment) {
    return segment.keyCount() / BloomFilter.KEYS_A_WORD + 1;
  }

  private static BloomFilter keys(SnapshotSegment segment, int words) throws IOException {
    BloomFilter keys = new BloomFilter(words);
    segment.forEachKey(keys::add);
    return keys;
  }

  /**
   * The segments that may have something under the keys of a look-up, in their order; what it needs
   * of them is read. Of very many pages of one template each is compared with the same ones then,
   * those that came first, whose texts stay in memory.
   */
  List<SnapshotSegment> begin(BandLookUp lookUp, BandKeys keys) throws IOException {
    for (BloomFilter set : sets) {
      set.prefetch(keys);
    }
    List<SnapshotSegment> likely = new ArrayList<>();
    List<SketchReader> sketches = new ArrayList<>();
    for (SnapshotSegment segment : segments) {
      if (segment.mayHaveAny(keys) && segment.begin(lookUp)) {
        likely.add(segment);
        sketches.add(segment.sketches());
      }
    }
    SketchReader.readAhead(lookUp, sketches);
    return likely;
  }
}
