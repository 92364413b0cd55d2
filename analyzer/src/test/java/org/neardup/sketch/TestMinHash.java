// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.Test;
import org.neardup.internal.sketch.ElementSet;

/** Worked examples of the literature, and what only {@link MinHashSketcherV1} has. */
public class TestMinHash {
  /** The order of the elements in each slot. */
  private interface Ranks {
    long rank(int slot, long element);
  }

  private static long[] minima(int slots, Ranks ranks, long... elements) {
    long[] minima = new long[slots];
    Arrays.fill(minima, Long.MAX_VALUE);
    for (long element : elements) {
      Arrays.setAll(minima, slot -> Math.min(minima[slot], ranks.rank(slot, element)));
    }
    return minima;
  }

  private static double agreement(long[] a, long[] b) {
    int agreeing = 0;
    for (int i = 0; i < a.length; i++) {
      agreeing += a[i] == b[i] ? 1 : 0;
    }
    return (double) agreeing / a.length;
  }

  @Test
  public void testColumnsUnderTwoHashFunctions() {
    Ranks ranks = (slot, x) -> slot == 0 ? x % 5 : (2 * x + 1) % 5;
    assertArrayEquals(new long[] {1, 2}, minima(2, ranks, 1, 3, 4));
    assertArrayEquals(new long[] {0, 0}, minima(2, ranks, 2, 3, 5));
  }

  @Test
  public void testColumnsUnderThreeRowOrders() {
    // A column's value is the first row, in the order, that it has.
    String[] orders = {"12345", "54321", "34512"};
    Ranks ranks = (slot, row) -> orders[slot].indexOf((char) ('0' + row));
    long[] one = rows(orders, minima(3, ranks, 1, 3, 4));
    long[] two = rows(orders, minima(3, ranks, 2, 5));
    long[] three = rows(orders, minima(3, ranks, 1, 2, 4));
    assertArrayEquals(new long[] {1, 4, 3}, one);
    assertArrayEquals(new long[] {2, 5, 5}, two);
    assertArrayEquals(new long[] {1, 4, 4}, three);
    assertEquals(0, agreement(one, two), 0);
    assertEquals(2 / 3., agreement(one, three), 0);
    assertEquals(0, agreement(two, three), 0);
    assertEquals(0, set(1, 3, 4).resemblance(set(2, 5)), 0);
    assertEquals(.5, set(1, 3, 4).resemblance(set(1, 2, 4)), 0);
    assertEquals(.25, set(2, 5).resemblance(set(1, 2, 4)), 0);
  }

  private static long[] rows(String[] orders, long[] positions) {
    long[] rows = new long[positions.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (long) orders[i].charAt((int) positions[i]) - '0';
    }
    return rows;
  }

  private static ElementSet set(long... elements) {
    return ElementSet.of(elements, elements.length);
  }

  @Test
  public void testSixShinglesUnderThreePermutations() {
    int[][] permutations = {{1, 2, 3, 4, 5, 6}, {4, 6, 2, 1, 5, 3}, {6, 5, 3, 2, 4, 1}};
    Ranks ranks = (slot, shingle) -> permutations[slot][(int) shingle - 1];
    assertArrayEquals(new long[] {1, 4, 4}, minima(3, ranks, 1, 5));
    assertArrayEquals(new long[] {2, 6, 5}, minima(3, ranks, 2));
    assertArrayEquals(new long[] {1, 4, 4}, minima(3, ranks, 1, 2, 5));
    assertArrayEquals(new long[] {4, 1, 2}, minima(3, ranks, 4));
    assertArrayEquals(new long[] {3, 2, 1}, minima(3, ranks, 3, 6));
    long[] first = minima(3, ranks, 1, 5);
    for (int slot = 0; slot < 3; slot++) {
      long[] expected = {1, 1, 5};
      assertEquals(first[slot], ranks.rank(slot, expected[slot]));
    }
  }

  @Test
  public void testSketchesAreMinimaOfTheSlotsRanks() {
    SplittableRandom random = new SplittableRandom(5);
    for (int count = 1; count < 40; count++) {
      MinHashSketcherV1 sketcher = new MinHashSketcherV1(1 + random.nextInt(70), random.nextLong());
      long[] elements = random.longs(count).toArray();
      assertArrayEquals(
          minima(sketcher.slots(), sketcher::rank, elements), sketcher.sketch(elements, count));
    }
  }

  @Test
  public void testMinimalElementsComeBack() {
    MinHashSketcherV1 sketcher = new MinHashSketcherV1(100, 9);
    long[] elements = new SplittableRandom(6).longs(500).toArray();
    long[] slots = sketcher.sketch(elements, 500);
    ElementSet set = set(elements);
    for (int slot = 0; slot < 100; slot++) {
      long element = sketcher.element(slot, slots[slot]);
      assertEquals(1, set.intersectionSize(set(element)));
      assertEquals(slots[slot], sketcher.rank(slot, element));
    }
  }

  @Test
  public void testEveryElementIsMinimalEquallyOften() {
    // A chi-square test with 19 degrees of freedom: 43.8 is exceeded once in a thousand times.
    int[] wins = new int[20];
    long[] elements = new SplittableRandom(7).longs(20).toArray();
    for (int seed = 0; seed < 40; seed++) {
      MinHashSketcherV1 sketcher = new MinHashSketcherV1(250, seed);
      long[] slots = sketcher.sketch(elements, 20);
      for (int slot = 0; slot < 250; slot++) {
        long element = sketcher.element(slot, slots[slot]);
        for (int i = 0; i < 20; i++) {
          wins[i] += element == elements[i] ? 1 : 0;
        }
      }
    }
    double chiSquare = 0;
    for (int win : wins) {
      chiSquare += (win - 500.) * (win - 500.) / 500;
    }
    assertTrue("chi-square " + chiSquare, chiSquare < 43.8);
  }
}
