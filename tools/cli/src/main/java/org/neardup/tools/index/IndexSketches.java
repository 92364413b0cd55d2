// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.internal.sketch.SlotPacking;

/** The sketches of an index by Lucene's document numbers. For one thread. */
public final class IndexSketches {
  private final IndexReader reader;
  private final List<SketchReader> sketches = new ArrayList<>(); // null for leaves without any

  public IndexSketches(IndexReader reader) throws IOException {
    this.reader = reader;
    for (LeafReaderContext leaf : reader.leaves()) {
      sketches.add(SketchReader.of(leaf, DocumentRecord.SKETCH_FIELD));
    }
  }

  /** The sketch of a document; null if it has none. */
  public byte[] sketch(int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    SketchReader reading = sketches.get(leaf.ord);
    return reading == null ? null : reading.copy(doc - leaf.docBase);
  }

  /** Whether two sketches, neither null, are of the same text. */
  public static boolean areOfOneText(byte[] a, byte[] b) {
    return SketchValue.textHash(a, 0) == SketchValue.textHash(b, 0);
  }

  /** The resemblance that two sketches, neither null, tell of different texts. */
  public static double resemblance(SlotPacking packing, byte[] a, byte[] b) {
    return packing.estimate(SketchValue.resemblance(packing, a, b)).value();
  }
}
