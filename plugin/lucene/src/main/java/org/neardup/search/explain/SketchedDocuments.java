// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.codec.SketchField;
import org.neardup.codec.SketchReader;
import org.neardup.record.Place;
import org.neardup.search.VersionGroups;

/**
 * The documents of an index that any writer wrote.
 *
 * @param groups of the reader
 * @param idField a stored field
 */
record SketchedDocuments(
    IndexReader reader, VersionGroups groups, String idField, SketchField field)
    implements DocumentSource {
  @Override
  public IndexedDocument read(int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    SketchReader sketches = SketchReader.of(leaf, field.name());
    byte[] sketch = null;
    if (sketches != null) {
      field.parameters().format().requireSame(sketches.parameters().format());
      sketch = sketches.copy(doc - leaf.docBase);
    }
    String id = reader.storedFields().document(doc, Set.of(idField)).get(idField);
    Place place = groups.isHidden(doc) ? Place.HIDDEN : Place.VISIBLE;
    return new IndexedDocument(doc, id, sketch, 0, place);
  }
}
