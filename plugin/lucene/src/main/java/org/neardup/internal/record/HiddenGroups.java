// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.FixedBitSet;

/**
 * Which documents of a segment searches over one version do not show: variants, and those that are
 * contained in another with theirs.
 */
public final class HiddenGroups {
  private static final String[] FIELDS = {NearDupFields.HIDDEN, NearDupFields.WITHIN};

  private HiddenGroups() {}

  /** Whether a document is hidden. */
  public static boolean hides(LeafReader leaf, int doc) throws IOException {
    for (String field : FIELDS) {
      if (DocValues.getNumeric(leaf, field).advanceExact(doc)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The documents that are not hidden, deleted ones included, in bits of the caller's own; null if
   * the segment has no marks.
   */
  public static FixedBitSet shown(LeafReader leaf) throws IOException {
    FixedBitSet shown = null;
    for (String field : FIELDS) {
      NumericDocValues marks = leaf.getNumericDocValues(field);
      if (marks != null) {
        shown = shown == null ? Marker.all(leaf) : shown;
        shown.andNot(marks);
      }
    }
    return shown;
  }

  /** The live documents that are hidden, in bits of the caller's own. */
  public static FixedBitSet hidden(LeafReader leaf) throws IOException {
    return Marker.marked(leaf, FIELDS);
  }
}
