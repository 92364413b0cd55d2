// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.record.FingerprintReader;

/**
 * What a snapshot tells of contained documents: which visible ones have a fingerprint, and which
 * are shown in another group than their own.
 */
record SnapshotFingerprints(List<SnapshotSegment> segments, List<LeafReaderContext> leaves) {

  /** Counts the documents of a segment that have fingerprints; returns how many were skipped. */
  @FunctionalInterface
  interface HolderCount {
    /** Counts them by document, of those that are visible. */
    long add(FingerprintReader reader, FixedBitSet visible, Map<Integer, Integer> counts)
        throws IOException;
  }

  /** Tells from the size of a visible document whether it may be asked for. */
  @FunctionalInterface
  interface HolderTest {
    /**
     * Whether it may.
     *
     * @param elements of its text, repeats included
     * @param count how many of some fingerprints it has
     */
    boolean test(int elements, int count);
  }

  /** Takes a visible document, and how many of some fingerprints it has. */
  @FunctionalInterface
  interface HolderAction {
    /** Takes them. */
    void accept(LiveDocument entry, int count) throws IOException;
  }

  /** Takes a document. */
  @FunctionalInterface
  interface EntryAction {
    /** Takes it. */
    void accept(LiveDocument entry) throws IOException;
  }

  /**
   * Gives visible documents that have some of some fingerprints; others are not read.
   *
   * @return how many documents were skipped
   */
  long forEachHolder(HolderCount count, HolderTest test, HolderAction action) throws IOException {
    long skipped = 0;
    for (SnapshotSegment segment : segments) {
      Map<Integer, Integer> counts = new HashMap<>();
      skipped += count.add(segment.fingerprints(), segment.visible(), counts);
      int[] docs = counts.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
      for (int doc : docs) { // as they are stored
        if (test.test(segment.elements(doc), counts.get(doc))) {
          action.accept(segment.load(doc), counts.get(doc));
        }
      }
    }
    return skipped;
  }

  /** The group that a document is shown in if that is not its own; else a negative number. */
  long within(int doc) throws IOException {
    SnapshotSegment segment = segments.get(ReaderUtil.subIndex(doc, leaves));
    return segment.within(doc - segment.docBase());
  }

  /** Gives the visible documents that are shown in another group than their own. */
  void forEachWithin(EntryAction action) throws IOException {
    for (SnapshotSegment segment : segments) {
      List<Integer> docs = new ArrayList<>();
      segment.forEachWithin((doc, group) -> docs.add(doc));
      for (int doc : docs) {
        if (segment.visible().get(doc)) {
          action.accept(segment.load(doc));
        }
      }
    }
  }
}
