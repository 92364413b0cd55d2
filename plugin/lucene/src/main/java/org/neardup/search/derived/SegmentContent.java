// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.SketchValue;
import org.neardup.sketch.Hashing;

/**
 * What does not change in a segment: which documents have a sketch, and their order. Read once for
 * each segment. Immutable as long as nobody writes to its bits.
 */
final class SegmentContent {
  private final int slot;
  private final FixedBitSet sketched;
  private final OrderValues order;
  private final short[] checks; // 16 bits of each text's fingerprint; null if order is empty

  private SegmentContent(int slot, FixedBitSet sketched, OrderValues order, short[] checks) {
    this.slot = slot;
    this.sketched = sketched;
    this.order = order;
    this.checks = checks;
  }

  /**
   * Reads what a segment holds.
   *
   * @param slot a number that no other segment of the reader has
   */
  static SegmentContent read(LeafReader reader, int slot, String field, DocumentOrder order)
      throws IOException {
    OrderValues values = OrderValues.read(reader, order);
    FixedBitSet sketched = new FixedBitSet(reader.maxDoc());
    short[] checks = values.isEmpty() ? null : new short[reader.maxDoc()];
    BinaryDocValues sketches = DocValues.getBinary(reader, field);
    if (checks == null) {
      sketched.or(sketches);
    } else {
      for (int doc = sketches.nextDoc(); doc != NO_MORE_DOCS; doc = sketches.nextDoc()) {
        sketched.set(doc);
        BytesRef value = sketches.binaryValue();
        checks[doc] = (short) Hashing.mix(SketchValue.fingerprint(value.bytes, value.offset));
      }
    }
    return new SegmentContent(slot, sketched, values, checks);
  }

  int slot() {
    return slot;
  }

  /** Documents with a sketch, deleted ones included. */
  FixedBitSet sketched() {
    return sketched;
  }

  OrderValues order() {
    return order;
  }

  /** Whether a document is one of another segment, as far as can be told without its sketch. */
  boolean isSame(int doc, SegmentContent other, int otherDoc) {
    return checks[doc] == other.checks[otherDoc] && order.compare(doc, other.order, otherDoc) == 0;
  }

  long ramBytesUsed() {
    return sketched.ramBytesUsed()
        + order.ramBytesUsed()
        + (checks == null ? 0 : (long) checks.length * Short.BYTES);
  }
}
