// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;

/**
 * What the documents of a segment are ordered by: a value for each key of a {@link DocumentOrder},
 * smaller for those that come first. Packed: numbers that ascend with the documents take a byte or
 * two each. Immutable; safe for threads.
 */
@SuppressWarnings("ArrayRecordComponent") // not to be compared as a whole
record OrderValues(PackedLongValues[] byKey) {

  static OrderValues read(LeafReader reader, DocumentOrder order) throws IOException {
    List<DocumentOrder.Key> keys = order.keys();
    PackedLongValues[] byKey = new PackedLongValues[keys.size()];
    for (int i = 0; i < byKey.length; i++) {
      byKey[i] = read(reader, keys.get(i));
    }
    return new OrderValues(byKey);
  }

  private static PackedLongValues read(LeafReader reader, DocumentOrder.Key key)
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

  /** Whether documents are ordered by their numbers alone. */
  boolean isEmpty() {
    return byKey.length == 0;
  }

  /** The value by the last key, which may tell a document from all others. */
  long last(int doc) {
    return byKey[byKey.length - 1].get(doc);
  }

  /** Compares a document with one of another segment, or of this one; 0 if all values are equal. */
  int compare(int doc, OrderValues others, int other) {
    for (int i = 0; i < byKey.length; i++) {
      int compared = Long.compare(byKey[i].get(doc), others.byKey[i].get(other));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  long ramBytesUsed() {
    return Arrays.stream(byKey).mapToLong(PackedLongValues::ramBytesUsed).sum();
  }
}
