// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.codec.SketchField;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.SketchValue;
import org.neardup.record.DocumentRecord;
import org.neardup.record.Place;
import org.neardup.record.RecordReader;
import org.neardup.search.VersionGroups;

/** Reads documents of one reader. For one thread. */
@FunctionalInterface
interface DocumentSource {
  /**
   * A document as it is explained.
   *
   * @param doc its number in the reader
   * @param sketch null if the text is empty
   * @param scope hash of the name of its scope; 0 if it has none, or that is not known
   */
  @SuppressWarnings("ArrayRecordComponent") // documents are read, not compared
  record IndexedDocument(int doc, String id, byte[] sketch, long scope, Place place) {
    int elements() {
      return sketch == null ? 0 : SketchValue.elements(sketch, 0);
    }
  }

  /** Reads a document, by its number in the reader. */
  IndexedDocument read(int doc) throws IOException;

  /** The documents of an index that a {@code CollapsingIndexWriter} wrote. */
  static DocumentSource recorded(IndexReader reader, SketchParameters parameters) {
    return doc -> {
      LeafReaderContext leaf = leaf(reader, doc);
      int docInSegment = doc - leaf.docBase;
      SketchReader sketches = SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD);
      if (sketches != null) {
        parameters.format().requireSame(sketches.parameters().format());
        sketches.value(docInSegment); // checks its length
      }
      RecordReader records = new RecordReader(leaf.reader());
      DocumentRecord stored = records.read(docInSegment);
      if (stored == null) {
        throw new IllegalArgumentException(
            "document " + doc + " was not written by Neardup: " + leaf.reader());
      }
      // Variants of a contained document are shown behind what contains that.
      boolean isPart = records.within(docInSegment) != RecordReader.NOT_WITHIN;
      Place place = isPart ? Place.CONTAINED : stored.place();
      return new IndexedDocument(doc, stored.id(), stored.sketch(), stored.scope(), place);
    };
  }

  /**
   * The documents of an index that any writer wrote.
   *
   * @param groups of the reader
   * @param idField a stored field
   */
  static DocumentSource sketched(
      IndexReader reader, VersionGroups groups, String idField, SketchField field) {
    return doc -> {
      LeafReaderContext leaf = leaf(reader, doc);
      SketchReader sketches = SketchReader.of(leaf, field.name());
      byte[] sketch = null;
      if (sketches != null) {
        field.parameters().format().requireSame(sketches.parameters().format());
        sketch = sketches.copy(doc - leaf.docBase);
      }
      String id = reader.storedFields().document(doc, Set.of(idField)).get(idField);
      Place place = groups.isHidden(doc) ? Place.HIDDEN : Place.VISIBLE;
      return new IndexedDocument(doc, id, sketch, 0, place);
    };
  }

  private static LeafReaderContext leaf(IndexReader reader, int doc) {
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }
}
