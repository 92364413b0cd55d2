// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.NumericUtils;

/**
 * Bytes that compare, unsigned, as values do: null first, as Spark sorts. No key is the beginning
 * of another. For one thread.
 */
final class SortKeys {
  private static final int DECIMAL_BYTES = 17; // those of 38 digits, and a sign

  private final BytesRefBuilder key = new BytesRefBuilder();
  private final byte[] number = new byte[Long.BYTES];

  void reset() {
    key.clear();
  }

  int length() {
    return key.length();
  }

  /** The bytes since {@link #reset}. */
  byte[] toBytes() {
    return BytesRef.deepCopyOf(key.get()).bytes;
  }

  /** Turns the order round, of all bytes from one on. */
  void reverse(int from) {
    for (int i = from; i < key.length(); i++) {
      key.setByteAt(i, (byte) ~key.byteAt(i));
    }
  }

  void append(byte[] bytes) {
    key.append(bytes, 0, bytes.length);
  }

  void append(long value) {
    NumericUtils.longToSortableBytes(value, number, 0);
    append(number);
  }

  /** Appends the value of a column. */
  void append(Object value) {
    if (value == null) {
      key.append((byte) 0);
      return;
    }
    key.append((byte) 1);
    switch (value) {
      case String text -> appendEnded(text.getBytes(UTF_8));
      case byte[] bytes -> appendEnded(bytes);
      case Boolean flag -> key.append((byte) (flag ? 1 : 0));
      case Float real -> append(NumericUtils.doubleToSortableLong(real + 0.0));
      case Double real -> append(NumericUtils.doubleToSortableLong(real + 0.0));
      case BigDecimal decimal -> append(decimal);
      case Number whole -> append(whole.longValue());
      case Date date -> append(date.toLocalDate().toEpochDay());
      case LocalDate date -> append(date.toEpochDay());
      case Timestamp time -> append(time.toInstant());
      case Instant time -> append(time);
      case LocalDateTime time -> append(time.toInstant(ZoneOffset.UTC));
      default -> throw new IllegalArgumentException("cannot sort by " + value.getClass());
    }
  }

  private void append(Instant time) {
    append(time.getEpochSecond());
    append((long) time.getNano());
  }

  /** All decimals of a column have the same scale. */
  private void append(BigDecimal decimal) {
    byte[] digits =
        decimal.unscaledValue().add(BigInteger.ONE.shiftLeft(DECIMAL_BYTES * 8 - 1)).toByteArray();
    for (int missing = digits.length; missing <= DECIMAL_BYTES; missing++) {
      key.append((byte) 0);
    }
    append(digits);
  }

  /** A 0 among the bytes is followed by 1, the end by 0. */
  private void appendEnded(byte[] bytes) {
    for (byte each : bytes) {
      key.append(each);
      if (each == 0) {
        key.append((byte) 1);
      }
    }
    key.append((byte) 0);
    key.append((byte) 0);
  }
}
