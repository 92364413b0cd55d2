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
 * Chooses the segments of a snapshot that a search reads, by Bloom filters of their keys: a
 * document that a search finds is in one of many.
 */
final class SegmentSearch {
  private final List<SnapshotSegment> segments;
  private final List<BloomFilter> sets = new ArrayList<>();
  private boolean isFilled;

  /**
   * Of these segments, in the order of the index.
   *
   * @param older the search of the snapshot before, which has filters of segments that are still
   *     there, or null
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
   * Makes the filters that are missing, which reads the bands of their segments. A segment that has
   * half of all keys gets none, as it is the likeliest anyway, and is always searched.
   *
   * @param maxWords that all filters may take; the smallest segments are first
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
