// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.IOSupplier;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;

/**
 * The numbers in a field, whether they are indexed as numbers or as terms such as {@code 10}.
 * Lucene's own orders of numbers would have to be told how many bits they have.
 */
final class NumberValues extends DoubleValuesSource {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");

  private final String field;
  private final boolean largest;

  private NumberValues(String field, boolean largest) {
    this.field = field;
    this.largest = largest;
  }

  /** Sorts by a field of numbers; of several, the first in the order counts. */
  static SortField sortField(String field, boolean descending) {
    double missing = descending ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    return new NumberValues(field, descending).getSortField(descending, missing);
  }

  /** Whether all terms of a field are numbers; stops at the first that is not. */
  static boolean areAllTerms(String field, IndexReader reader) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      TermsEnum terms = DocValues.getSortedSet(leaf.reader(), field).termsEnum();
      for (BytesRef term = terms.next(); term != null; term = terms.next()) {
        if (!isNumber(term.utf8ToString())) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The documents with a number between two.
   *
   * @param from a number; null for no bound
   * @param to likewise
   * @return null if a term of the field is no number
   */
  static Query range(
      String field, IndexReader reader, String from, String to, boolean isFromIn, boolean isToIn)
      throws IOException {
    BigDecimal least = from == null ? null : new BigDecimal(from);
    BigDecimal most = to == null ? null : new BigDecimal(to);
    List<BytesRef> inRange = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      TermsEnum terms = Terms.getTerms(leaf.reader(), field).iterator();
      for (BytesRef term = terms.next(); term != null; term = terms.next()) {
        String text = term.utf8ToString();
        if (!isNumber(text)) {
          return null;
        }
        BigDecimal number = new BigDecimal(text);
        if ((least == null || number.compareTo(least) >= (isFromIn ? 0 : 1))
            && (most == null || number.compareTo(most) <= (isToIn ? 0 : -1))) {
          inRange.add(BytesRef.deepCopyOf(term));
        }
      }
    }
    return new TermInSetQuery(field, inRange);
  }

  /** Whether a bound is none or a number. */
  static boolean isNumber(String text) {
    return text == null || NUMBER.matcher(text).matches();
  }

  @Override
  public DoubleValues getValues(LeafReaderContext leaf, DoubleValues scores) throws IOException {
    LeafReader reader = leaf.reader();
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    boolean isNumeric =
        info != null
            && (info.getDocValuesType() == DocValuesType.NUMERIC
                || info.getDocValuesType() == DocValuesType.SORTED_NUMERIC);
    if (isNumeric) {
      SortedNumericDocValues numbers = DocValues.getSortedNumeric(reader, field);
      return best(
          doc -> numbers.advanceExact(doc) ? numbers.docValueCount() : 0,
          () -> (double) numbers.nextValue());
    }
    SortedSetDocValues terms = DocValues.getSortedSet(reader, field);
    return best(doc -> terms.advanceExact(doc) ? terms.docValueCount() : 0, () -> number(terms));
  }

  /** The best of the values that a document has. */
  private DoubleValues best(IOFunction<Integer, Integer> counts, IOSupplier<Double> next) {
    return new DoubleValues() {
      private int count;

      @Override
      public boolean advanceExact(int doc) throws IOException {
        count = counts.apply(doc);
        return count > 0;
      }

      @Override
      public double doubleValue() throws IOException {
        double best = next.get();
        for (int i = 1; i < count; i++) {
          best = better(best, next.get());
        }
        return best;
      }
    };
  }

  private static double number(SortedSetDocValues values) throws IOException {
    return Double.parseDouble(values.lookupOrd(values.nextOrd()).utf8ToString());
  }

  private double better(double a, double b) {
    return largest ? Math.max(a, b) : Math.min(a, b);
  }

  @Override
  public boolean needsScores() {
    return false;
  }

  @Override
  public DoubleValuesSource rewrite(IndexSearcher searcher) {
    return this;
  }

  @Override
  public boolean isCacheable(LeafReaderContext leaf) {
    return DocValues.isCacheable(leaf, field);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NumberValues values
        && values.field.equals(field)
        && values.largest == largest;
  }

  @Override
  public int hashCode() {
    return field.hashCode() * 31 + Boolean.hashCode(largest);
  }

  @Override
  public String toString() {
    return "numbers of " + field;
  }
}
