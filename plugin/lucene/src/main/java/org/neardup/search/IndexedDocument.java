// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchValue;
import org.neardup.record.NearDupFields;
import org.neardup.record.SegmentGroups;
import org.neardup.sketch.SketchFormat;

/** What the hook wrote about a document. */
final class IndexedDocument {
  private final int doc;
  private final String id;
  private final byte[] sketch;
  private final long scope;
  private final long group;
  private final Place place;

  /**
   * Reads what there is about a document.
   *
   * @param doc its number in the reader
   * @param format of the sketches that it will be compared with
   * @throws IllegalArgumentException if its sketch is of another one, or the hook did not write it
   */
  IndexedDocument(LeafReaderContext leaf, int doc, SketchFormat format) throws IOException {
    LeafReader reader = leaf.reader();
    int docInSegment = doc - leaf.docBase;
    this.doc = doc;
    group = new SegmentGroups(reader).group(docInSegment);
    id = id(reader, docInSegment);
    sketch = sketch(reader, docInSegment, format);
    Long scopeHash = number(reader, NearDupFields.SCOPE, docInSegment);
    scope = scopeHash == null ? 0 : scopeHash;
    place = place(reader, docInSegment);
  }

  private static String id(LeafReader reader, int doc) throws IOException {
    BinaryDocValues ids = reader.getBinaryDocValues(NearDupFields.ID);
    if (ids == null || !ids.advanceExact(doc)) {
      throw new IllegalArgumentException("document " + doc + " has no id: " + reader);
    }
    return ids.binaryValue().utf8ToString();
  }

  private static byte[] sketch(LeafReader reader, int doc, SketchFormat format) throws IOException {
    SketchReader sketches = SketchReader.of(reader, NearDupFields.SKETCH);
    if (sketches == null) {
      return null;
    }
    format.requireSame(sketches.parameters().format());
    return sketches.copy(doc);
  }

  /** Null if the document has no value. */
  private static Long number(LeafReader reader, String field, int doc) throws IOException {
    NumericDocValues values = reader.getNumericDocValues(field);
    return values != null && values.advanceExact(doc) ? values.longValue() : null;
  }

  private static Place place(LeafReader reader, int doc) throws IOException {
    if (number(reader, NearDupFields.HIDDEN, doc) != null) {
      return Place.HIDDEN;
    }
    return number(reader, NearDupFields.WOULD_HIDE, doc) == null
        ? Place.VISIBLE
        : Place.WOULD_BE_HIDDEN;
  }

  int doc() {
    return doc;
  }

  String id() {
    return id;
  }

  /** Null if the text is empty. */
  byte[] sketch() {
    return sketch;
  }

  long scope() {
    return scope;
  }

  long group() {
    return group;
  }

  Place place() {
    return place;
  }

  int elements() {
    return sketch == null ? 0 : SketchValue.elements(sketch, 0);
  }

  /** Whether both have the same text, and some, in one scope. */
  boolean hasSameText(IndexedDocument other) {
    return sketch != null && Arrays.equals(sketch, other.sketch);
  }
}
