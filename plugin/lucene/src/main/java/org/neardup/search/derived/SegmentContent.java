// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;
import org.neardup.internal.compare.SketchValue;

/**
 * What does not change in a segment: which documents have a sketch, and their order. Read once for
 * each segment. Immutable as long as nobody writes to its bits.
 *
 * @param slot a number that no other segment of the reader has
 * @param sketched documents with a sketch, deleted ones included
 * @param order for each key of a {@link DocumentOrder} a value for each document, smaller for those
 *     that come first; packed: numbers that ascend with the documents take a byte or two each
 * @param fingerprints of the texts; null if order is empty
 */
@SuppressWarnings("ArrayRecordComponent") // not to be compared
record SegmentContent(
    Identity identity,
    int slot,
    FixedBitSet sketched,
    PackedLongValues[] order,
    long[] fingerprints) {

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
    PackedLongValues[] values = new PackedLongValues[order.keys().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = values(reader, order.keys().get(i));
    }
    FixedBitSet sketched = new FixedBitSet(reader.maxDoc());
    long[] fingerprints = values.length == 0 ? null : new long[reader.maxDoc()];
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

  private static PackedLongValues values(LeafReader reader, DocumentOrder.Key key)
      throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(reader, key.field());
    PackedLongValues.Builder packed = PackedLongValues.deltaPackedBuilder(PackedInts.COMPACT);
    int next = values.nextDoc();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (doc < next || next == NO_MORE_DOCS) {
        packed.add(Long.MAX_VALUE); // last
      } else {
        long value = values.nextValue(); // the first is the least
        packed.add(key.isDescending() ? ~value : value);
        next = values.nextDoc();
      }
    }
    return packed.build();
  }

  /** The value by the last key, which may tell a document from all others. */
  long last(int doc) {
    return order[order.length - 1].get(doc);
  }

  /** Compares a document with one of another segment, or of this one; 0 if all values are equal. */
  int compare(int doc, SegmentContent others, int other) {
    for (int i = 0; i < order.length; i++) {
      int compared = Long.compare(order[i].get(doc), others.order[i].get(other));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  /** Whether a document is one of another segment: it has the same text and place in the order. */
  boolean isSame(int doc, SegmentContent other, int otherDoc) {
    return fingerprints[doc] == other.fingerprints[otherDoc] && compare(doc, other, otherDoc) == 0;
  }

  long ramBytesUsed() {
    return sketched.ramBytesUsed()
        + Arrays.stream(order).mapToLong(PackedLongValues::ramBytesUsed).sum()
        + (fingerprints == null ? 0 : (long) fingerprints.length * Long.BYTES);
  }
}
