// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.upkeep;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.FloatDocValuesField;
import org.apache.lucene.document.FloatField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.NumericUtils;
import org.neardup.index.Preference;
import org.neardup.internal.groups.RankedDocument;
import org.neardup.internal.record.DocumentRecord;

/**
 * Encodes the rank of a document by a {@link Preference} as bytes that compare as unsigned numbers;
 * larger ones are preferred. An index keeps these instead of the fields.
 */
public final class Ranker {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  /** From here on, several integers share one double. */
  private static final double LARGE = 0x1p53;

  /** Greater than any long. */
  private static final double TOO_LARGE = 0x1p63;

  /** Longer texts are not parsed exactly, which takes more than linear time. */
  private static final int EXACT_CHARACTERS = 1000;

  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final byte ABSENT = 0;
  private static final byte NUMERIC = 1;
  private static final byte TEXTUAL = 2;

  private final Preference preference;

  public Ranker(Preference preference) {
    this.preference = preference;
  }

  /** Compares by rank, then by order of arrival; the greater is preferred. */
  public Comparator<RankedDocument> comparator() {
    return comparator(document -> document.rank, document -> document.order);
  }

  /** The same of what an index has of documents. */
  public Comparator<DocumentRecord> ofRecords() {
    return comparator(DocumentRecord::rank, DocumentRecord::order);
  }

  private <T> Comparator<T> comparator(Function<T, byte[]> ranks, ToLongFunction<T> orders) {
    Comparator<T> arrival = Comparator.comparingLong(orders);
    Comparator<T> rank = (a, b) -> Arrays.compareUnsigned(ranks.apply(a), ranks.apply(b));
    return rank.thenComparing(preference.prefersLatest() ? arrival : arrival.reversed());
  }

  /** The fields that a rank depends on. */
  public Set<String> fields() {
    return preference.ranking().stream()
        .map(Preference.Criterion::field)
        .filter(field -> !field.isEmpty())
        .collect(Collectors.toSet());
  }

  /** The rank of a document; empty if only the order of arrival counts. */
  public byte[] rank(Document document, int elementCount) {
    BytesRefBuilder rank = new BytesRefBuilder();
    for (Preference.Criterion criterion : preference.ranking()) {
      if (criterion.kind() == Preference.Kind.LONGEST) {
        appendLong(rank, elementCount);
      } else {
        appendField(rank, criterion, firstWithValue(document, criterion.field()));
      }
    }
    return BytesRef.deepCopyOf(rank.get()).bytes;
  }

  /** The first field with a value, which may follow bytes for sorting; null if there is none. */
  private static IndexableField firstWithValue(Document document, String name) {
    for (IndexableField field : document.getFields(name)) {
      Number number = number(field);
      if (number == null ? field.stringValue() != null : !Double.isNaN(number.doubleValue())) {
        return field;
      }
    }
    return null;
  }

  private static void appendField(
      BytesRefBuilder rank, Preference.Criterion criterion, IndexableField field) {
    int from = rank.length() + 1;
    String text = field == null ? null : field.stringValue();
    Number number = field == null ? null : number(field);
    if (number == null && text == null) {
      rank.append(ABSENT);
      return;
    }
    if (number != null || NUMBER.matcher(text).matches()) {
      rank.append(NUMERIC);
      appendNumber(rank, number, text);
    } else {
      rank.append(TEXTUAL);
      appendText(rank, text);
    }
    if (criterion.kind() == Preference.Kind.MIN) {
      rank.setByteAt(from - 1, (byte) (NUMERIC + TEXTUAL - rank.byteAt(from - 1)));
      for (int i = from; i < rank.length(); i++) {
        rank.setByteAt(i, (byte) ~rank.byteAt(i));
      }
    }
  }

  /**
   * The number in a field, decoded where Lucene returns its bits. So a document and its stored
   * fields have the same rank.
   */
  private static Number number(IndexableField field) {
    Number number = field.numericValue();
    return switch (field) {
      case DoubleField bits -> NumericUtils.sortableLongToDouble(number.longValue());
      case FloatField bits -> NumericUtils.sortableIntToFloat(number.intValue());
      case DoubleDocValuesField bits -> Double.longBitsToDouble(number.longValue());
      case FloatDocValuesField bits -> Float.intBitsToFloat(number.intValue());
      default -> number;
    };
  }

  /** Appends a double, then a long, which tells large integers apart. */
  private static void appendNumber(BytesRefBuilder rank, Number number, String text) {
    double value = number != null ? number.doubleValue() : Double.parseDouble(text);
    value += 0.0; // -0.0 becomes 0.0
    appendLong(rank, NumericUtils.doubleToSortableLong(value));
    appendLong(rank, number != null ? whole(number, value) : whole(text, value));
  }

  private static long whole(Number number, double value) {
    return number instanceof Long || number instanceof Integer ? number.longValue() : (long) value;
  }

  private static long whole(String text, double value) {
    double size = Math.abs(value);
    boolean doubleTells = size < LARGE || size > TOO_LARGE || text.length() > EXACT_CHARACTERS;
    return doubleTells ? (long) value : clamped(new BigDecimal(text).toBigInteger());
  }

  private static long clamped(BigInteger number) {
    return number.min(MOST).max(LEAST).longValue();
  }

  private static void appendLong(BytesRefBuilder rank, long value) {
    byte[] bytes = new byte[Long.BYTES];
    NumericUtils.longToSortableBytes(value, bytes, 0);
    rank.append(bytes, 0, bytes.length);
  }

  /** Ends with 0, so that a prefix sorts before its continuations. */
  private static void appendText(BytesRefBuilder rank, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    rank.append(utf8, 0, utf8.length);
    rank.append((byte) 0);
  }
}
