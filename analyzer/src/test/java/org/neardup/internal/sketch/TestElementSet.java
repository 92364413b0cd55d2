// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.Test;

public class TestElementSet {
  private static ElementSet set(long... elements) {
    return ElementSet.of(elements, elements.length);
  }

  @Test
  public void testBrodersExample() {
    // "a rose is a rose is a rose" in 4-shingles, 1 to 3, beside one that has two of them.
    ElementSet a = set(1, 2, 3, 1, 2);
    ElementSet b = set(3, 2, 9, 8);
    assertEquals(3, a.size());
    assertEquals(2, a.intersectionSize(b));
    assertEquals(.4, a.resemblance(b), 0);
    assertEquals(2 / 3., a.containment(b), 0);
    assertEquals(.5, b.containment(a), 0);
  }

  @Test
  public void testCountLimitsAndInputIsNotChanged() {
    long[] input = {5, -1, 5, 9};
    assertArrayEquals(new long[] {-1, 5}, ElementSet.of(input, 3).toArray());
    assertArrayEquals(new long[] {5, -1, 5, 9}, input);
  }

  @Test
  public void testEmptySets() {
    ElementSet empty = ElementSet.of(new long[4], 0);
    assertEquals(0, empty.size());
    assertEquals(1, empty.resemblance(empty), 0);
    assertEquals(1, empty.containment(set(1)), 0);
    assertEquals(0, set(1).containment(empty), 0);
    assertEquals(0, set(1).resemblance(empty), 0);
  }

  @Test
  public void testAgreesWithHashSets() {
    SplittableRandom random = new SplittableRandom(6);
    for (int round = 0; round < 200; round++) {
      long[] a = random.longs(random.nextInt(60), -20, 20).toArray();
      long[] b = random.longs(random.nextInt(60), -20, 20).toArray();
      Set<Long> left = toSet(a);
      Set<Long> right = toSet(b);
      Set<Long> all = new HashSet<>(left);
      all.addAll(right);
      int common = left.size() + right.size() - all.size();
      assertEquals(left.size(), set(a).size());
      assertEquals(common, set(a).intersectionSize(set(b)));
      assertEquals(common, set(b).intersectionSize(set(a)));
    }
  }

  private static Set<Long> toSet(long[] elements) {
    Set<Long> set = new HashSet<>();
    for (long element : elements) {
      set.add(element);
    }
    return set;
  }

  @Test
  public void testBadInputIsNamed() {
    assertEquals(
        "count must be between 0 and 2, got 3",
        assertThrows(IllegalArgumentException.class, () -> ElementSet.of(new long[2], 3))
            .getMessage());
  }
}
