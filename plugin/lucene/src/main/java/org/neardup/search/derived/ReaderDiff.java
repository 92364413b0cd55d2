// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.FixedBitSet;

/**
 * What changed from one reader to another: documents that are new, and documents that are gone. A
 * document of a merged segment is neither.
 */
final class ReaderDiff {
  private final Map<SegmentContent.Identity, DerivedSegment> vanished = new HashMap<>();
  private final List<SegmentBuilder> segments = new ArrayList<>();
  private final List<SegmentBuilder> newSegments = new ArrayList<>();
  private final List<DerivedSegment> before = new ArrayList<>(); // of each segment, null: new
  private final List<GoneDoc> gone = new ArrayList<>();
  private final GroupDirectory.Builder directory;

  /**
   * A document that is gone.
   *
   * @param group its group, 0 if it was alone
   * @param wasVisible whether it was shown
   * @param doc its number in the new reader; -1 if its segment is gone too
   */
  record GoneDoc(int group, boolean wasVisible, int doc) {}

  /**
   * Compares two readers.
   *
   * @param previous the groups of the one before
   * @param leaves of the new one
   */
  ReaderDiff(
      DerivedGroups previous, List<LeafReaderContext> leaves, String field, DocumentOrder order)
      throws IOException {
    directory = new GroupDirectory.Builder(previous.directory());
    BitSet usedSlots = new BitSet();
    for (DerivedSegment segment : previous.segments()) {
      vanished.put(segment.content().identity(), segment);
      usedSlots.set(segment.content().slot());
    }
    for (LeafReaderContext leaf : leaves) {
      DerivedSegment known =
          vanished.remove(SegmentContent.Identity.of(leaf.reader(), field, order));
      before.add(known);
      if (known != null) {
        segments.add(SegmentBuilder.of(leaf, known));
      } else {
        int slot = usedSlots.nextClearBit(0);
        usedSlots.set(slot);
        SegmentContent content = SegmentContent.read(leaf.reader(), slot, field, order);
        SegmentBuilder added = SegmentBuilder.of(leaf, content);
        segments.add(added);
        newSegments.add(added);
      }
    }
  }

  List<SegmentBuilder> segments() {
    return segments;
  }

  GroupDirectory.Builder directory() {
    return directory;
  }

  /** The documents that are gone, once they were found. */
  List<GoneDoc> gone() {
    return gone;
  }

  /**
   * Finds what is new and what is gone.
   *
   * @param recognises whether documents can be told by the values that they are ordered by
   */
  void find(boolean recognises) {
    MergedDocs merged = new MergedDocs(vanished.values(), recognises);
    for (SegmentBuilder segment : newSegments) {
      SegmentBuilder.forEach(segment.docs(), doc -> take(segment, doc, merged));
    }
    merged.forEachMissing((segment, doc) -> goes(segment.groups().get(doc), -1));
    for (int i = 0; i < segments.size(); i++) {
      if (before.get(i) != null && !before.get(i).docs().equals(segments.get(i).docs())) {
        compare(before.get(i), segments.get(i));
      }
    }
  }

  private void take(SegmentBuilder segment, int doc, MergedDocs merged) {
    if (!merged.find(segment.content, doc)) {
      segment.setUndecided(doc);
      return;
    }
    int group = merged.segment().groups().get(merged.doc());
    if (group != 0) {
      segment.setGroup(doc, group);
    }
    if (group < 0) {
      directory.setRepresentative(-group, segment.content.slot(), doc);
    }
  }

  private void compare(DerivedSegment old, SegmentBuilder segment) {
    FixedBitSet removed = old.docs().clone();
    removed.andNot(segment.docs());
    SegmentBuilder.forEach(
        removed,
        doc -> {
          int group = segment.group(doc);
          segment.setGroup(doc, 0);
          goes(group, segment.docBase() + doc);
        });
    FixedBitSet added = segment.docs().clone();
    added.andNot(old.docs());
    SegmentBuilder.forEach(added, segment::setUndecided);
  }

  private void goes(int group, int number) {
    if (group < 0) {
      directory.removeRepresentative(-group);
    }
    gone.add(new GoneDoc(Math.abs(group), group <= 0, number));
  }
}
