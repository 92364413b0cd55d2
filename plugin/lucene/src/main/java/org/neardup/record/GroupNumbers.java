// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/**
 * The group numbers of a segment's documents, asked for in ascending order: {@link
 * NearDupFields#MOVED} before {@link NearDupFields#GROUP}. For one thread.
 */
public final class GroupNumbers {
  private final NumericDocValues moved;
  private final NumericDocValues written;
  private NumericDocValues found; // of these two, the one that tells

  /**
   * The numbers of a segment.
   *
   * @param leaf over all documents of the segment, hidden ones included
   */
  public GroupNumbers(LeafReader leaf) throws IOException {
    moved = DocValues.getNumeric(leaf, NearDupFields.MOVED);
    written = DocValues.getNumeric(leaf, NearDupFields.GROUP);
  }

  /** Goes to a document, later than the one before; false if it is in no group. */
  public boolean advance(int doc) throws IOException {
    boolean hasMoved = moved.advanceExact(doc); // another writer's document has no other number
    found = hasMoved ? moved : written;
    return hasMoved || written.advanceExact(doc);
  }

  /** The group of the document gone to. */
  public long number() throws IOException {
    return found.longValue();
  }
}
