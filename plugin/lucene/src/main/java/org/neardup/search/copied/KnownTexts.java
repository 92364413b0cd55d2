// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.Shingling;
import org.neardup.compare.SketchValue;
import org.neardup.record.CommitData;
import org.neardup.record.RecordReader;

/**
 * What sketches tell of stored texts, which then need not be read: how many elements each has at
 * most, and which are the same. Only those of an index that compares all fields by the same
 * shingles tell anything. For one thread; cheapest in ascending order of documents.
 */
final class KnownTexts {
  private final List<LeafReaderContext> leaves;
  private final List<RecordReader> records = new ArrayList<>(); // by segment; none: nothing known

  KnownTexts(IndexReader reader, Containments settings) throws IOException {
    leaves = reader.leaves();
    String shingling = Shingling.words(settings.shingleSize()).toString();
    if (reader instanceof DirectoryReader directoryReader
        && CommitData.areSketched(directoryReader, settings.fields(), shingling)) {
      leaves.forEach(leaf -> records.add(new RecordReader(leaf.reader())));
    }
  }

  /** How many elements a document has at most. */
  int mostElements(int doc) throws IOException {
    BytesRef sketch = sketch(doc);
    return sketch == null ? Integer.MAX_VALUE : SketchValue.elements(sketch.bytes, sketch.offset);
  }

  /** Equal for documents with the same texts; null if that is not known. */
  Long textHash(int doc) throws IOException {
    BytesRef sketch = sketch(doc);
    return sketch == null ? null : SketchValue.textHash(sketch.bytes, sketch.offset);
  }

  /** Of the text that is stored; null if there is none. Valid until the next call. */
  private BytesRef sketch(int doc) throws IOException {
    if (records.isEmpty()) {
      return null;
    }
    int leaf = ReaderUtil.subIndex(doc, leaves);
    int docOfLeaf = doc - leaves.get(leaf).docBase;
    RecordReader record = records.get(leaf);
    return record.isStoredOtherwise(docOfLeaf) ? null : record.tellingSketch(docOfLeaf);
  }
}
