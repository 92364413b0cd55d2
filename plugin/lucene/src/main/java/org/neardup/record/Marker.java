// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.FixedBitSet;

/**
 * How an index marks its variants, and which documents of a segment are marked: by a field that
 * only they have. An index has one of these marks.
 */
public enum Marker {
  /** Searches over one version do not show them. */
  HIDDEN(NearDupFields.HIDDEN),
  /** The index only reports them. */
  WOULD_HIDE(NearDupFields.WOULD_HIDE);

  private final String field;

  Marker(String field) {
    this.field = field;
  }

  /** Name of the field: numeric doc values. */
  public String field() {
    return field;
  }

  /** Whether a field is that of a marker. */
  public static boolean isMarker(String field) {
    return Arrays.stream(values()).anyMatch(marker -> marker.field.equals(field));
  }

  /** Whether documents of a segment were ever marked, in either way. */
  public static boolean areIn(FieldInfos fields) {
    return Arrays.stream(values()).anyMatch(marker -> fields.fieldInfo(marker.field) != null);
  }

  /** Whether a document is marked. */
  public boolean marks(LeafReader leaf, int doc) throws IOException {
    return DocValues.getNumeric(leaf, field).advanceExact(doc);
  }

  /** The live documents that are marked, in bits of the caller's own. */
  public FixedBitSet marked(LeafReader leaf) throws IOException {
    return marked(leaf, field);
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
  public FixedBitSet visible(LeafReader leaf) throws IOException {
    FixedBitSet visible = live(leaf);
    NumericDocValues marks = leaf.getNumericDocValues(field);
    if (marks != null) {
      visible.andNot(marks);
    }
    return visible;
  }

  /** The live documents of a segment, in bits of the caller's own. */
  public static FixedBitSet live(LeafReader leaf) {
    return leaf.getLiveDocs() == null ? all(leaf) : FixedBitSet.copyOf(leaf.getLiveDocs());
  }

  static FixedBitSet all(LeafReader leaf) {
    FixedBitSet all = new FixedBitSet(leaf.maxDoc());
    all.set(0, leaf.maxDoc());
    return all;
  }
}
