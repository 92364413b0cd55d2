// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Keys compare as their values do. */
public class TestSortKeys {
  private final SortKeys keys = new SortKeys();

  private byte[] key(Object... values) {
    keys.reset();
    for (Object value : values) {
      keys.append(value);
    }
    return keys.toBytes();
  }

  private static void assertOrder(List<byte[]> ascending) {
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        int order = Arrays.compareUnsigned(ascending.get(i), ascending.get(j));
        assertEquals(i + " and " + j, Integer.compare(i, j), Integer.signum(order));
      }
    }
  }

  private void assertAscending(Object... values) {
    assertOrder(Arrays.stream(values).map(this::key).toList());
  }

  @Test
  public void testValuesOfEachType() {
    assertAscending(null, Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
    assertAscending(null, -5, 7, 1_000);
    assertAscending(null, "", "\0", "\0a", "a", "a\0", "a\0b", "ab", "b", "\u00e9", "\ud83d\ude00");
    assertAscending(null, new byte[0], new byte[] {0}, new byte[] {0, 0}, new byte[] {1, 0});
    assertAscending(null, false, true);
    assertAscending(null, Double.NEGATIVE_INFINITY, -1.5, 0.0, 1e-300, 2.5, Double.NaN);
    assertAscending(null, -1.5f, 0f, 3f);
    assertAscending(
        null,
        new BigDecimal("-" + "9".repeat(36) + ".01"),
        new BigDecimal("-0.01"),
        new BigDecimal("0.00"),
        new BigDecimal("0.01"),
        new BigDecimal("9".repeat(36) + ".00"));
    assertAscending(null, LocalDate.of(1900, 1, 1), LocalDate.of(1970, 1, 1), LocalDate.MAX);
    assertAscending(null, Date.valueOf("1969-12-31"), Date.valueOf("2024-02-29"));
    assertAscending(
        null,
        Instant.ofEpochSecond(-1, 5),
        Instant.ofEpochSecond(0, 4),
        Instant.ofEpochSecond(0, 5));
    assertAscending(null, Timestamp.from(Instant.EPOCH), Timestamp.from(Instant.ofEpochMilli(1)));
    assertAscending(null, LocalDateTime.of(2000, 1, 1, 0, 0), LocalDateTime.of(2000, 1, 1, 0, 1));
  }

  @Test
  public void testZeroHasNoSign() {
    assertTrue(Arrays.equals(key(0.0), key(-0.0)));
  }

  @Test
  public void testLaterColumnsDecideBetweenEqualOnes() {
    assertOrder(
        List.of(key(null, "z"), key("a", "z"), key("a\0", "a"), key("b", null), key("b", "")));
  }

  @Test
  public void testWhatIsTurnedRoundIsInDescendingOrder() {
    byte[] ab = reversed("a", "b");
    byte[] ac = reversed("a", "c");
    byte[] b = reversed("b", null);
    assertOrder(List.of(ac, ab, b));
  }

  /** The first value ascends, the second descends. */
  private byte[] reversed(Object first, Object second) {
    keys.reset();
    keys.append(first);
    int from = keys.length();
    keys.append(second);
    keys.reverse(from);
    return keys.toBytes();
  }

  @Test
  public void testOtherValuesAreRefused() {
    Object list = List.of();
    assertThrows(IllegalArgumentException.class, () -> keys.append(list));
  }
}
