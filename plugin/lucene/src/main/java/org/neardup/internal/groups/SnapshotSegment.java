// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.function.IntConsumer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.codec.BandLookUp;
import org.neardup.internal.codec.Candidates;
import org.neardup.internal.codec.DeletedPrefixes;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.record.FingerprintReader;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.RecordReader;

/**
 * A segment of an {@link IndexSnapshot}, whose bits change as decisions are taken. Documents are
 * numbers of the segment.
 */
final class SnapshotSegment {
  private final LeafReader leaf;
  private final SegmentState state; // of the index
  private final int docBase;
  private final TermsEnum ids;
  private final SketchReader sketches;
  private final GroupReader groups;
  private final RecordReader records;
  private FingerprintReader fingerprints; // null: nobody asked yet
  private final FixedBitSet live;
  private final FixedBitSet visible;
  private DeletedPrefixes starts = new DeletedPrefixes(); // of the visible documents under them

  /**
   * A segment in some state.
   *
   * @param sketches null if the segment has none
   */
  SnapshotSegment(
      LeafReaderContext context, SketchReader sketches, SegmentState state, String idField)
      throws IOException {
    leaf = context.reader();
    docBase = context.docBase;
    this.state = state;
    ids = Terms.getTerms(leaf, idField).iterator();
    this.sketches = sketches;
    groups = new GroupReader(leaf);
    records = new RecordReader(leaf);
    live = state.live().clone();
    visible = state.visible().clone();
  }

  /** The number of its first document among those of all segments. */
  int docBase() {
    return docBase;
  }

  /** Gives the documents of a group as the index has it, some of which may be deleted by now. */
  void forEachMember(long group, IntConsumer action) throws IOException {
    groups.forEachThatStayed(group, action);
    state.moved().forEach(groups, group, action);
  }

  /** Takes over what is known of a segment of the snapshot before, if it is this one. */
  void takeOver(SnapshotSegment older) {
    if (state.isOfSameSegment(older.state)
        && FixedBitSet.andNotCount(visible, older.visible) == 0) {
      starts = older.starts;
    }
  }

  /** Documents that are not deleted; to be changed. */
  FixedBitSet live() {
    return live;
  }

  /** Of these, those that are not hidden; not to be changed. */
  FixedBitSet visible() {
    return visible;
  }

  /** Shows a document, or hides it. */
  void setVisible(int doc, boolean isVisible) {
    if (isVisible) {
      visible.set(doc);
      starts.clear();
    } else {
      visible.clear(doc);
    }
  }

  void hideAll() {
    visible.clear(0, visible.length());
  }

  void remove(int doc) {
    live.clear(doc);
    visible.clear(doc);
  }

  /** Takes back a removal; the document is hidden at first. */
  void restore(int doc) {
    live.set(doc);
  }

  /** The visible documents that a look-up finds. */
  Candidates find(BandLookUp lookUp) throws IOException {
    return sketches == null ? Candidates.NONE : sketches.bandedCandidates(lookUp, visible, starts);
  }

  /** As {@link SketchReader#similarity}, of a document that was found. */
  double similarity(byte[] sketch, int doc) throws IOException {
    return sketches.similarity(sketch, doc);
  }

  /** As {@link SketchReader#isUnbanded}, of a document that has a sketch. */
  boolean isUnbanded(int doc) throws IOException {
    return sketches.isUnbanded(doc);
  }

  /** The live document with an id, or NO_MORE_DOCS. */
  int find(BytesRef id) throws IOException {
    if (!ids.seekExact(id)) {
      return NO_MORE_DOCS;
    }
    PostingsEnum docs = ids.postings(null, PostingsEnum.NONE);
    int doc = docs.nextDoc();
    while (doc != NO_MORE_DOCS && !live.get(doc)) {
      doc = docs.nextDoc();
    }
    return doc;
  }

  /** Gives the live documents, without those that a repair could not take in. */
  void forEachLive(IntConsumer action) throws IOException {
    DocIdSetIterator docs = new BitSetIterator(live, live.length());
    for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
      if (records.isOurs(doc)) {
        action.accept(doc);
      }
    }
  }

  /** How many elements the text of a document has; 0 if it has no sketch. */
  int elements(int doc) throws IOException {
    return sketches == null ? 0 : sketches.elements(doc);
  }

  /** Which documents have a fingerprint. */
  FingerprintReader fingerprints() throws IOException {
    if (fingerprints == null) {
      fingerprints = new FingerprintReader(leaf);
    }
    return fingerprints;
  }

  /** The group that a document is shown in if that is not its own; else a negative number. */
  long within(int doc) throws IOException {
    return records.within(doc);
  }

  /** Gives the documents that are shown in another group than their own, with that. */
  void forEachWithin(GroupReader.MoveAction action) throws IOException {
    groups.forEachWithin(action);
  }

  /** Reads a document as the index has it, hidden if it was hidden since. */
  LiveDocument load(int doc) throws IOException {
    return LiveDocument.stored(records.read(doc), docBase + doc, !visible.get(doc));
  }
}
