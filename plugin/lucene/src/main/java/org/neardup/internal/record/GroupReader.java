// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.Bits;

/**
 * Which group each document of a segment is in: the one it moved to, or else the one it was written
 * into. Documents that Neardup did not write are in none. For one thread; reading documents in
 * ascending order is cheapest.
 */
public final class GroupReader {
  private final LeafReader leaf;
  private final AnyOrder<NumericDocValues> within; // null: as groups were decided
  private final AnyOrder<NumericDocValues> moved;
  private final AnyOrder<NumericDocValues> written;
  private AnyOrder<NumericDocValues> found; // of these, the one that tells

  /** Takes a document that moved, and the group that it is in now. */
  @FunctionalInterface
  public interface MoveAction {
    void accept(int doc, long group);
  }

  /**
   * Reads the groups of a segment.
   *
   * @param leaf over all documents of the segment, hidden ones included
   */
  public GroupReader(LeafReader leaf) {
    this(leaf, false);
  }

  private GroupReader(LeafReader leaf, boolean asShown) {
    this.leaf = leaf;
    within = asShown ? AnyOrder.numbers(leaf, NearDupFields.WITHIN) : null;
    moved = AnyOrder.numbers(leaf, NearDupFields.MOVED);
    written = AnyOrder.numbers(leaf, NearDupFields.GROUP);
  }

  /**
   * Reads the groups as searches show them: a group that is contained in another is a part of that.
   *
   * @param leaf over all documents of the segment
   */
  public static GroupReader asShown(LeafReader leaf) {
    return new GroupReader(leaf, true);
  }

  /** Goes to a document; false if it is in no group. */
  public boolean advance(int doc) throws IOException {
    if (within != null && within.advance(doc)) {
      found = within;
      return true;
    }
    boolean hasMoved = moved.advance(doc);
    found = hasMoved ? moved : written;
    return hasMoved || written.advance(doc);
  }

  /** The group of the document gone to, which is in one. */
  public long group() throws IOException {
    return found.values().longValue();
  }

  /**
   * The group of a document.
   *
   * @throws IllegalArgumentException if it is in none
   */
  public long group(int doc) throws IOException {
    if (!advance(doc)) {
      throw new IllegalArgumentException(
          "document "
              + doc
              + " has no group; IndexCheck.repair takes in what Neardup did not write: "
              + leaf);
    }
    return group();
  }

  /** Gives the live documents of a group, in no particular order. */
  public void forEachMember(long group, IntConsumer action) throws IOException {
    Bits live = leaf.getLiveDocs();
    Set<Integer> elsewhere = new HashSet<>();
    MoveAction ifThere =
        (doc, to) -> {
          if (to == group && isLive(live, doc)) {
            action.accept(doc);
          }
        };
    if (within != null) {
      forEachWithin(
          (doc, to) -> {
            elsewhere.add(doc);
            ifThere.accept(doc, to);
          });
    }
    forEachThatStayed(
        group,
        doc -> {
          if (!elsewhere.contains(doc)) {
            action.accept(doc);
          }
        });
    forEachThatMoved(
        (doc, to) -> {
          if (!elsewhere.contains(doc)) {
            ifThere.accept(doc, to);
          }
        });
  }

  /** Gives the live documents that were written into a group and are still in it. */
  public void forEachThatStayed(long group, IntConsumer action) throws IOException {
    Bits live = leaf.getLiveDocs();
    NumericDocValues gone = DocValues.getNumeric(leaf, NearDupFields.MOVED);
    PostingsEnum docs =
        leaf.postings(new Term(NearDupFields.GROUP, Long.toString(group)), PostingsEnum.NONE);
    while (docs != null && docs.nextDoc() != NO_MORE_DOCS) {
      if (isLive(live, docs.docID()) && !gone.advanceExact(docs.docID())) {
        action.accept(docs.docID());
      }
    }
  }

  private static boolean isLive(Bits live, int doc) {
    return live == null || live.get(doc);
  }

  /** Gives all documents that moved, deleted ones included, in ascending order. */
  public void forEachThatMoved(MoveAction action) throws IOException {
    forEach(NearDupFields.MOVED, action);
  }

  /** Gives all documents that are shown in another group than their own, as does the one before. */
  public void forEachWithin(MoveAction action) throws IOException {
    forEach(NearDupFields.WITHIN, action);
  }

  private void forEach(String field, MoveAction action) throws IOException {
    NumericDocValues groups = DocValues.getNumeric(leaf, field);
    while (groups.nextDoc() != NO_MORE_DOCS) {
      action.accept(groups.docID(), groups.longValue());
    }
  }
}
