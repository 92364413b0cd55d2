// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.FixedBitSet;

/** Which documents of a segment are marked as variants: by a field that only they have. */
public final class Marker {
  /** Name of the field: numeric doc values. */
  public static final String FIELD = NearDupFields.HIDDEN;

  private Marker() {}

  /** Whether documents of a segment were ever marked. */
  public static boolean isIn(FieldInfos fields) {
    return fields.fieldInfo(FIELD) != null;
  }

  /** The live documents that are marked, in bits of the caller's own. */
  public static FixedBitSet marked(LeafReader leaf) throws IOException {
    return marked(leaf, FIELD);
  }

  /** The live documents that have one of some fields. */
  static FixedBitSet marked(LeafReader leaf, String... fields) throws IOException {
    FixedBitSet marked = new FixedBitSet(leaf.maxDoc());
    for (String each : fields) {
      NumericDocValues marks = leaf.getNumericDocValues(each);
      if (marks != null) {
        marked.or(marks);
      }
    }
    marked.and(live(leaf));
    return marked;
  }

  /** The live documents that are not marked, in bits of the caller's own. */
  public static FixedBitSet visible(LeafReader leaf) throws IOException {
    FixedBitSet visible = live(leaf);
    NumericDocValues marks = leaf.getNumericDocValues(FIELD);
    if (marks != null) {
      visible.andNot(marks);
    }
    return visible;
  }

  /** The live documents of a segment, in bits of the caller's own. */
  public static FixedBitSet live(LeafReader leaf) {
    FixedBitSet live = all(leaf);
    LiveMask.apply(leaf, live);
    return live;
  }

  static FixedBitSet all(LeafReader leaf) {
    FixedBitSet all = new FixedBitSet(leaf.maxDoc());
    all.set(0, leaf.maxDoc());
    return all;
  }
}
