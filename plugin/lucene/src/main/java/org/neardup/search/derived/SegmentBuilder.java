// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.util.Objects;
import java.util.function.IntConsumer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.SparseFixedBitSet;
import org.neardup.internal.record.LiveMask;

/** The groups of the documents of one segment while they are derived. For one thread. */
final class SegmentBuilder {
  final LeafReaderContext leaf;
  final SegmentContent content;
  private final FixedBitSet docs; // live and sketched
  private final PagedInts.Builder groups;
  private FixedBitSet hidden;
  private boolean isHiddenOwn; // else it is that of the segment before
  private final SparseFixedBitSet dirty; // to be looked at
  private final SparseFixedBitSet undecided; // of these, the new ones

  private SegmentBuilder(
      LeafReaderContext leaf,
      SegmentContent content,
      FixedBitSet docs,
      PagedInts groups,
      FixedBitSet hidden) {
    this.leaf = leaf;
    this.content = content;
    this.docs = docs;
    this.groups = new PagedInts.Builder(groups);
    this.hidden = hidden;
    int maxDoc = Math.max(1, leaf.reader().maxDoc());
    dirty = new SparseFixedBitSet(maxDoc);
    undecided = new SparseFixedBitSet(maxDoc);
  }

  /** Of a segment that is new. */
  static SegmentBuilder of(LeafReaderContext leaf, SegmentContent content) {
    return ungrouped(leaf, content, live(leaf.reader(), content));
  }

  /** Of a segment that was there before. */
  static SegmentBuilder of(LeafReaderContext leaf, DerivedSegment before) {
    boolean isSame = Objects.equals(leaf.reader().getLiveDocs(), before.liveDocs());
    FixedBitSet docs = isSame ? before.docs() : live(leaf.reader(), before.content());
    return new SegmentBuilder(leaf, before.content(), docs, before.groups(), before.hidden());
  }

  private static SegmentBuilder ungrouped(
      LeafReaderContext leaf, SegmentContent content, FixedBitSet docs) {
    FixedBitSet none = new FixedBitSet(leaf.reader().maxDoc());
    return new SegmentBuilder(leaf, content, docs, PagedInts.EMPTY, none);
  }

  /** Everything is to be decided, as if nothing were known but what the segment holds. */
  SegmentBuilder reset() {
    SegmentBuilder fresh = ungrouped(leaf, content, docs);
    forEach(docs, fresh::setUndecided);
    return fresh;
  }

  static void forEach(FixedBitSet docs, IntConsumer action) {
    for (int doc = next(docs, 0); doc != NO_MORE_DOCS; doc = next(docs, doc + 1)) {
      action.accept(doc);
    }
  }

  static int next(FixedBitSet docs, int from) {
    return from < docs.length() ? docs.nextSetBit(from) : NO_MORE_DOCS;
  }

  private static FixedBitSet live(LeafReader reader, SegmentContent content) {
    if (reader.getLiveDocs() == null) {
      return content.sketched();
    }
    FixedBitSet live = content.sketched().clone();
    LiveMask.apply(reader, live);
    return live;
  }

  int docBase() {
    return leaf.docBase;
  }

  /** Live documents with a sketch; those of the segment before, if none is deleted or back. */
  FixedBitSet docs() {
    return docs;
  }

  boolean isLive(int doc) {
    return docs.get(doc);
  }

  boolean isDirty(int doc) {
    return dirty.get(doc);
  }

  /** The first dirty document from one on, or NO_MORE_DOCS. */
  int nextDirty(int from) {
    return from < dirty.length() ? dirty.nextSetBit(from) : NO_MORE_DOCS;
  }

  void setDirty(int doc) {
    dirty.set(doc);
  }

  boolean isUndecided(int doc) {
    return undecided.get(doc);
  }

  /** The document is new, and so dirty. */
  void setUndecided(int doc) {
    dirty.set(doc);
    undecided.set(doc);
  }

  void setDecided(int doc) {
    dirty.clear(doc);
    undecided.clear(doc);
  }

  /** The number of a document's group, negative if it represents it; 0 if it is alone. */
  int group(int doc) {
    return groups.get(doc);
  }

  /** Sets what {@link #group} gives. */
  void setGroup(int doc, int group) {
    groups.set(doc, group);
    if (group > 0 == hidden.get(doc)) {
      return;
    }
    if (!isHiddenOwn) {
      hidden = hidden.clone();
      isHiddenOwn = true;
    }
    hidden.flip(doc);
  }

  /** The documents of some groups are to be decided. */
  void setMembersDirty(BitSet someGroups) {
    for (int doc = groups.next(0); doc >= 0; doc = groups.next(doc + 1)) {
      if (someGroups.get(Math.abs(groups.get(doc)))) {
        dirty.set(doc);
      }
    }
  }

  DerivedSegment finish() {
    return new DerivedSegment(content, docs, leaf.reader().getLiveDocs(), groups.finish(), hidden);
  }
}
