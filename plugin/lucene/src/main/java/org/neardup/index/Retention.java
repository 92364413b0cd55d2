// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.FieldNames;
import org.neardup.internal.record.Marker;

/**
 * How long hidden documents are kept: purging deletes those older than an age. Visible documents,
 * and hidden ones without a date, are kept.
 *
 * @param dateField field with numeric doc values in milliseconds since the epoch, such as a {@code
 *     NumericDocValuesField} or {@code LongField}; the latest of several values counts
 * @param maxAge not negative; a document of exactly this age is kept
 * @param clock the clock that purging reads
 */
public record Retention(String dateField, Duration maxAge, InstantSource clock) {
  /** Checks the age. */
  public Retention {
    Objects.requireNonNull(dateField, "dateField");
    Objects.requireNonNull(clock, "clock");
    FieldNames.check("dateField", dateField);
    if (maxAge.isNegative()) {
      throw new IllegalArgumentException("maxAge must not be negative, got " + maxAge);
    }
  }

  /** Uses the system clock. */
  public Retention(String dateField, Duration maxAge) {
    this(dateField, maxAge, InstantSource.system());
  }

  /** The doc ids of hidden live documents that are too old. */
  FixedBitSet expired(DirectoryReader reader) throws IOException {
    long oldest = clock.instant().minus(maxAge).toEpochMilli();
    FixedBitSet expired = new FixedBitSet(reader.maxDoc());
    for (LeafReaderContext context : reader.leaves()) {
      SortedNumericDocValues dates = dates(context.reader());
      if (dates != null) {
        FixedBitSet hidden = Marker.marked(context.reader());
        DocIdSetIterator docs = new BitSetIterator(hidden, hidden.length());
        for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
          if (dates.advanceExact(doc) && last(dates) < oldest) {
            expired.set(context.docBase + doc);
          }
        }
      }
    }
    return expired;
  }

  private SortedNumericDocValues dates(LeafReader leaf) throws IOException {
    NumericDocValues single = leaf.getNumericDocValues(dateField);
    return single != null ? DocValues.singleton(single) : leaf.getSortedNumericDocValues(dateField);
  }

  private static long last(SortedNumericDocValues dates) throws IOException {
    long last = 0;
    for (int i = dates.docValueCount(); i > 0; i--) {
      last = dates.nextValue();
    }
    return last;
  }
}
