// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

import java.io.IOException;
import java.util.function.IntConsumer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Which group each document of a segment is in, and which are hidden.
 *
 * <p>Documents may be asked for in any order; each call opens the doc values it needs. Safe for
 * threads as far as the reader is.
 *
 * @param leaf over all documents of the segment, hidden ones included
 */
public record SegmentGroups(LeafReader leaf) {

  /**
   * The group of a document.
   *
   * @throws IllegalArgumentException if the document was not written through the hook
   */
  public long group(int doc) throws IOException {
    GroupNumbers numbers = new GroupNumbers(leaf);
    if (!numbers.advance(doc)) {
      throw new IllegalArgumentException("document " + doc + " has no group: " + leaf);
    }
    return numbers.number();
  }

  /** Whether a document was written through the hook. */
  public boolean hasGroup(int doc) throws IOException {
    return new GroupNumbers(leaf).advance(doc);
  }

  /** Whether a document is hidden behind the representative of its group. */
  public boolean isHidden(int doc) throws IOException {
    NumericDocValues hidden = leaf.getNumericDocValues(NearDupFields.HIDDEN);
    return hidden != null && hidden.advanceExact(doc);
  }

  /**
   * Gives the live documents of a group, the representative among them, in no particular order:
   * those written into it that did not move since, and those that moved to it.
   */
  public void forEachMember(long group, IntConsumer action) throws IOException {
    forEachThatStayed(group, action);
    forEachThatMoved(group, action);
  }

  /**
   * As {@link #forEachMember}, of those written into the group, which takes no pass over all that
   * moved.
   */
  public void forEachThatStayed(long group, IntConsumer action) throws IOException {
    Bits live = leaf.getLiveDocs();
    NumericDocValues moved = leaf.getNumericDocValues(NearDupFields.MOVED);
    PostingsEnum written =
        leaf.postings(new Term(NearDupFields.GROUP, Long.toString(group)), PostingsEnum.NONE);
    while (written != null && written.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      boolean stayed = moved == null || !moved.advanceExact(written.docID());
      if (stayed && isLive(live, written.docID())) {
        action.accept(written.docID());
      }
    }
  }

  /** As {@link #forEachMember}, of those that moved to the group: a pass over all that moved. */
  public void forEachThatMoved(long group, IntConsumer action) throws IOException {
    Bits live = leaf.getLiveDocs();
    NumericDocValues moved = leaf.getNumericDocValues(NearDupFields.MOVED);
    while (moved != null && moved.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      if (moved.longValue() == group && isLive(live, moved.docID())) {
        action.accept(moved.docID());
      }
    }
  }

  /** The live documents, in bits of the caller's own. */
  public FixedBitSet liveDocs() {
    if (leaf.getLiveDocs() != null) {
      return FixedBitSet.copyOf(leaf.getLiveDocs());
    }
    FixedBitSet all = new FixedBitSet(leaf.maxDoc());
    all.set(0, leaf.maxDoc());
    return all;
  }

  /**
   * The live documents that have no value in a field, in bits of the caller's own.
   *
   * @param markerField {@link NearDupFields#HIDDEN}, or {@link NearDupFields#WOULD_HIDE}
   */
  public FixedBitSet visibleDocs(String markerField) throws IOException {
    FixedBitSet visible = liveDocs();
    NumericDocValues marked = leaf.getNumericDocValues(markerField);
    while (marked != null && marked.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      visible.clear(marked.docID());
    }
    return visible;
  }

  private static boolean isLive(Bits live, int doc) {
    return live == null || live.get(doc);
  }
}
