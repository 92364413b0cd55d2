// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.neardup.record.Place;

/**
 * Reads what Neardup stores of the documents of a segment. For one thread; reading documents in
 * ascending order is cheapest.
 */
public final class RecordReader {
  /** No number of a group. */
  public static final long NOT_WITHIN = -1;

  private final GroupReader groups;
  private final AnyOrder<BinaryDocValues> ids;
  private final AnyOrder<NumericDocValues> orders;
  private final AnyOrder<BinaryDocValues> sketches;
  private final AnyOrder<BinaryDocValues> ranks;
  private final AnyOrder<NumericDocValues> scopes;
  private final AnyOrder<NumericDocValues> hidden;
  private final AnyOrder<NumericDocValues> within;
  private final AnyOrder<NumericDocValues> opaque;
  private final AnyOrder<NumericDocValues> storedOtherwise;

  /**
   * Reads the records of a segment.
   *
   * @param leaf over all documents of the segment, hidden ones included
   */
  public RecordReader(LeafReader leaf) {
    groups = new GroupReader(leaf);
    ids = AnyOrder.bytes(leaf, NearDupFields.ID);
    orders = AnyOrder.numbers(leaf, NearDupFields.ORDER);
    sketches = AnyOrder.bytes(leaf, NearDupFields.SKETCH);
    ranks = AnyOrder.bytes(leaf, NearDupFields.RANK);
    scopes = AnyOrder.numbers(leaf, NearDupFields.SCOPE);
    hidden = AnyOrder.numbers(leaf, NearDupFields.HIDDEN);
    within = AnyOrder.numbers(leaf, NearDupFields.WITHIN);
    opaque = AnyOrder.numbers(leaf, NearDupFields.OPAQUE);
    storedOtherwise = AnyOrder.numbers(leaf, NearDupFields.STORED_OTHERWISE);
  }

  /** Whether Neardup wrote a document. */
  public boolean isOurs(int doc) throws IOException {
    return ids.advance(doc) && orders.advance(doc) && groups.advance(doc);
  }

  /** The order number of the document that {@link #isOurs} was asked about last, and is. */
  public long order() throws IOException {
    return orders.values().longValue();
  }

  /** The group of that document. */
  public long group() throws IOException {
    return groups.group();
  }

  /** The record of a document; null if Neardup did not write it. */
  public DocumentRecord read(int doc) throws IOException {
    return isOurs(doc)
        ? new DocumentRecord(
            ids.values().binaryValue().utf8ToString(),
            orders.values().longValue(),
            groups.group(),
            sketches.advance(doc) ? copy(sketches) : null,
            ranks.advance(doc) ? copy(ranks) : new byte[0],
            scopes.advance(doc) ? scopes.values().longValue() : 0,
            place(doc))
        : null;
  }

  /**
   * The sketch of a document, if its fingerprint tells all terms that searches find it by; else
   * null. Valid until the next call.
   */
  public BytesRef tellingSketch(int doc) throws IOException {
    return !opaque.advance(doc) && sketches.advance(doc) ? sketches.values().binaryValue() : null;
  }

  /** The group that the group of a document is shown as a part of; {@link #NOT_WITHIN} for none. */
  public long within(int doc) throws IOException {
    return within.advance(doc) ? within.values().longValue() : NOT_WITHIN;
  }

  /** Whether other strings of a text field are stored than were analysed. */
  public boolean isStoredOtherwise(int doc) throws IOException {
    return storedOtherwise.advance(doc);
  }

  /** As the document was decided on: a variant of a contained one is a variant. */
  private Place place(int doc) throws IOException {
    if (hidden.advance(doc)) {
      return Place.HIDDEN;
    }
    return within.advance(doc) ? Place.CONTAINED : Place.VISIBLE;
  }

  private static byte[] copy(AnyOrder<BinaryDocValues> values) throws IOException {
    return BytesRef.deepCopyOf(values.values().binaryValue()).bytes;
  }
}
