// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.neardup.codec.NearDupFields;

/** The group numbers of a segment's documents, asked for in ascending order. For one thread. */
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
    moved = leaf.getNumericDocValues(NearDupFields.MOVED);
    written = leaf.getNumericDocValues(NearDupFields.GROUP);
  }

  /** Goes to a document, later than the one before; false if it is in no group. */
  public boolean advance(int doc) throws IOException {
    if (has(moved, doc)) { // what another writer added has no other number
      found = moved;
      return true;
    }
    found = written;
    return has(written, doc);
  }

  private static boolean has(NumericDocValues values, int doc) throws IOException {
    return values != null && values.advanceExact(doc);
  }

  /** The group of the document gone to. */
  public long number() throws IOException {
    return found.longValue();
  }
}
