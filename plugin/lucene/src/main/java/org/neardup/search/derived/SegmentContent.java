// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.compare.SketchValue;

/**
 * What does not change in a segment: which documents have a sketch, and their order. Read once for
 * each segment. Immutable as long as nobody writes to its bits.
 *
 * @param slot a number that no other segment of the reader has
 * @param sketched documents with a sketch, deleted ones included
 * @param fingerprints of the texts; null if order is empty
 */
@SuppressWarnings("ArrayRecordComponent") // not to be compared
record SegmentContent(
    Identity identity, int slot, FixedBitSet sketched, OrderValues order, long[] fingerprints) {

  /**
   * Tells a segment from others, and from itself with other doc values.
   *
   * @param core key of the segment's core; the reader itself if it has none
   * @param generations of the doc values of the sketches and of what documents are ordered by
   */
  record Identity(Object core, List<Long> generations) {
    static Identity of(LeafReader reader, String sketches, DocumentOrder order) {
      List<Long> generations = new ArrayList<>();
      generations.add(generation(reader, sketches));
      order.keys().forEach(key -> generations.add(generation(reader, key.field())));
      CacheHelper helper = reader.getCoreCacheHelper();
      return new Identity(helper == null ? reader : helper.getKey(), generations);
    }

    private static long generation(LeafReader reader, String field) {
      FieldInfo info = reader.getFieldInfos().fieldInfo(field);
      return info == null ? -1 : info.getDocValuesGen();
    }
  }

  /** Reads what a segment holds. */
  static SegmentContent read(LeafReader reader, int slot, String field, DocumentOrder order)
      throws IOException {
    OrderValues values = OrderValues.read(reader, order);
    FixedBitSet sketched = new FixedBitSet(reader.maxDoc());
    long[] fingerprints = values.isEmpty() ? null : new long[reader.maxDoc()];
    BinaryDocValues sketches = DocValues.getBinary(reader, field);
    if (fingerprints == null) {
      sketched.or(sketches);
    } else {
      for (int doc = sketches.nextDoc(); doc != NO_MORE_DOCS; doc = sketches.nextDoc()) {
        sketched.set(doc);
        BytesRef value = sketches.binaryValue();
        fingerprints[doc] = SketchValue.textHash(value.bytes, value.offset);
      }
    }
    Identity identity = Identity.of(reader, field, order);
    return new SegmentContent(identity, slot, sketched, values, fingerprints);
  }

  /** Whether a document is one of another segment: it has the same text and place in the order. */
  boolean isSame(int doc, SegmentContent other, int otherDoc) {
    return fingerprints[doc] == other.fingerprints[otherDoc]
        && order.compare(doc, other.order, otherDoc) == 0;
  }

  long ramBytesUsed() {
    return sketched.ramBytesUsed()
        + order.ramBytesUsed()
        + (fingerprints == null ? 0 : (long) fingerprints.length * Long.BYTES);
  }
}
