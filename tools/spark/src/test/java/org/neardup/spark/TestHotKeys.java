// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.Test;

/** A hot bucket is cut into pieces of about the same size, and what is skipped is counted. */
public class TestHotKeys {
  private final HotKeys.Bucket bucket = new HotKeys.Bucket(3, 1_000, 40, 11);
  private final HotKeys hot =
      new HotKeys(
          Map.of(
              -5L,
              new HotKeys.Bucket(-5, 50, 9, 1),
              3L,
              bucket,
              90L,
              new HotKeys.Bucket(90, 11, 7, 1)));

  @Test
  public void testPiecesAreEven() {
    int[] sizes = new int[11];
    for (int print = 0; print < 11_000; print++) {
      sizes[bucket.piece(print)]++;
    }
    Set<Long> keys = new HashSet<>();
    for (int piece = 0; piece < sizes.length; piece++) {
      assertEquals(1_000, sizes[piece], 200);
      keys.add(bucket.pieceKey(piece));
    }
    assertEquals(11, keys.size());
  }

  @Test
  public void testFirstTextsAreColumns() {
    assertTrue(bucket.isColumn(40));
    assertFalse(bucket.isColumn(41));
    assertTrue(hot.compares(3, 40));
    assertFalse(hot.compares(3, 41));
    assertTrue(hot.compares(4, 41));
    assertTrue(new HotKeys(Map.of()).compares(3, Long.MAX_VALUE));
  }

  @Test
  public void testSkippedPairsAreThoseOfTextsBehindTheFirst() {
    long expected = 0;
    for (int total : new int[] {50, 1_000, 11}) {
      for (int later = 10; later < total; later++) {
        expected += later - 10;
      }
    }
    assertEquals(expected, hot.skippedPairs(10));
  }
}
