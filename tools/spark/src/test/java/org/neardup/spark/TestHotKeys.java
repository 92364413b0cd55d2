// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.Test;

/** A hot bucket is cut into pieces of about the same size, and what is skipped is counted. */
public class TestHotKeys {
  private final HotKeys hot =
      new HotKeys(new long[] {-5, 3, 90}, new long[] {50, 1_000, 11}, new long[] {9, 40, 7}, 100);

  @Test
  public void onlyHotKeysAreFound() {
    assertEquals(0, hot.index(-5));
    assertEquals(2, hot.index(90));
    assertTrue(hot.index(4) < 0);
    assertEquals(3, hot.size());
    HotKeys none = new HotKeys(new long[0], new long[0], new long[0], 100);
    assertTrue(none.isEmpty());
    assertTrue(none.index(0) < 0);
    assertTrue(none.compares(3, Long.MAX_VALUE));
  }

  @Test
  public void piecesAreEven() {
    assertEquals(1, hot.pieces(0));
    assertEquals(11, hot.pieces(1));
    int[] sizes = new int[11];
    for (int print = 0; print < 11_000; print++) {
      sizes[hot.piece(1, print)]++;
    }
    Set<Long> keys = new HashSet<>();
    for (int piece = 0; piece < sizes.length; piece++) {
      assertEquals(1_000, sizes[piece], 200);
      keys.add(hot.pieceKey(1, piece));
    }
    assertEquals(11, keys.size());
  }

  @Test
  public void firstTextsAreColumns() {
    assertTrue(hot.isColumn(1, 40));
    assertFalse(hot.isColumn(1, 41));
    assertTrue(hot.compares(3, 40));
    assertFalse(hot.compares(3, 41));
    assertTrue(hot.compares(4, 41));
  }

  @Test
  public void skippedPairsAreThoseOfTextsBehindTheFirst() {
    long expected = 0;
    for (int total : new int[] {50, 1_000, 11}) {
      for (int later = 10; later < total; later++) {
        expected += later - 10;
      }
    }
    assertEquals(expected, hot.skippedPairs(10));
  }
}
