// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.IOSupplier;

/** Doc values that may be read in any order: each step back opens them again. */
final class AnyOrder<T> {
  /** Both kinds of doc values have such a method, but no public type for it. */
  private interface Advance<T> {
    boolean exactly(T values, int doc) throws IOException;
  }

  private final IOSupplier<T> opener;
  private final Advance<T> advance;
  private T values; // null: not opened yet
  private int last;

  private AnyOrder(IOSupplier<T> opener, Advance<T> advance) {
    this.opener = opener;
    this.advance = advance;
  }

  static AnyOrder<NumericDocValues> numbers(LeafReader leaf, String field) {
    return new AnyOrder<>(() -> DocValues.getNumeric(leaf, field), NumericDocValues::advanceExact);
  }

  static AnyOrder<BinaryDocValues> bytes(LeafReader leaf, String field) {
    return new AnyOrder<>(() -> DocValues.getBinary(leaf, field), BinaryDocValues::advanceExact);
  }

  /** Goes to a document; false if it has no value. */
  boolean advance(int doc) throws IOException {
    if (values == null || doc < last) {
      values = opener.get();
    }
    last = doc;
    return advance.exactly(values, doc);
  }

  /** The values, at the document gone to. */
  T values() {
    return values;
  }
}
