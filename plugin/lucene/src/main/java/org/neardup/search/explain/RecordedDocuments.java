// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchParameters;
import org.neardup.record.DocumentRecord;
import org.neardup.record.Place;
import org.neardup.record.RecordReader;

/** The documents of an index that a {@code CollapsingIndexWriter} wrote. */
record RecordedDocuments(IndexReader reader, SketchParameters parameters)
    implements DocumentSource {
  @Override
  public IndexedDocument read(int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
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
  }
}
