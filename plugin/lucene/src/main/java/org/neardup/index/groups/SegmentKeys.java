// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.neardup.codec.BandLookUp;
import org.neardup.codec.SketchReader;
import org.neardup.group.BandKeys;

/**
 * In which segments of a snapshot visible documents may have a key: those that share a label with
 * it in the filter.
 *
 * <p>When the filter is filled, each segment gets a label of its own. What was pending at a refresh
 * gets one label, and is in segments that are new then. Merged segments get the labels of all that
 * went. So no key has to be added again, and labels are less telling the older the filter is.
 */
final class SegmentKeys {
  private final VisibleKeyFilter filter;
  private final List<SnapshotSegment> segments;

  /**
   * The keys of a snapshot.
   *
   * @param filter of the snapshots before, not filled if there is none
   */
  SegmentKeys(VisibleKeyFilter filter, List<SnapshotSegment> segments) {
    this.filter = filter;
    this.segments = segments;
  }

  /**
   * Takes over what is known of the segments of the snapshot before.
   *
   * @param pending the label of what was pending until now
   */
  void follow(List<SnapshotSegment> before, int pending) {
    long gone = 0;
    for (SnapshotSegment older : before) {
      boolean isThere = false;
      for (SnapshotSegment segment : segments) {
        isThere |= segment.takeOver(older);
      }
      gone |= isThere ? 0 : older.labels();
    }
    for (SnapshotSegment segment : segments) {
      if (segment.labels() == 0) {
        segment.setLabels(1L << pending | (segment.isFlushed() ? 0 : gone));
      }
    }
  }

  /** Whether the filter has to be filled, as it must from time to time. */
  boolean areToBeFilled() {
    return filter.isToBeFilled();
  }

  /**
   * Fills the filter with the keys that the segments have.
   *
   * @param more keys that will be added then, about
   */
  void fill(long more) throws IOException {
    filter.begin(keyCount() + more);
    for (SnapshotSegment segment : segments) {
      int label = filter.nextLabel();
      segment.setLabels(1L << label);
      segment.forEachKey(key -> filter.add(key, label));
    }
  }

  private long keyCount() {
    long count = 0;
    for (SnapshotSegment segment : segments) {
      count += segment.keyCount();
    }
    return count;
  }

  /** Adds the keys of a document of a segment. */
  void add(SnapshotSegment segment, BandKeys keys) {
    filter.add(keys, Long.numberOfTrailingZeros(segment.labels()));
  }

  /** Those of the keys of a document that visible documents may have. */
  BandKeys likely(BandKeys keys) {
    return filter.likely(keys);
  }

  /** The segments that may have a key as the band files store it. */
  List<SnapshotSegment> having(long key) {
    return labelled(filter.labels(key));
  }

  private List<SnapshotSegment> labelled(long labels) {
    if (labels == 0) {
      return List.of(); // as for most keys
    }
    List<SnapshotSegment> labelled = new ArrayList<>();
    for (SnapshotSegment segment : segments) {
      if ((segment.labels() & labels) != 0 && segment.sketches() != null) {
        labelled.add(segment);
      }
    }
    return labelled;
  }

  /** Reads ahead for a look-up in the segments that may have any of its keys, and gives these. */
  List<SnapshotSegment> readAhead(BandLookUp lookUp) throws IOException {
    long[] labels = new long[lookUp.keys().length];
    long any = 0;
    for (int i = 0; i < labels.length; i++) {
      labels[i] = filter.labels(lookUp.keys()[i]);
      any |= labels[i];
    }
    List<SnapshotSegment> asked = labelled(any);
    List<SketchReader> readers = new ArrayList<>(asked.size());
    asked.forEach(segment -> readers.add(segment.sketches()));
    SketchReader.readAhead(
        lookUp, readers, (segment, key) -> (asked.get(segment).labels() & labels[key]) != 0);
    return asked;
  }
}
