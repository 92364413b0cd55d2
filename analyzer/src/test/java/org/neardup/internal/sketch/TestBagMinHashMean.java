// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.SplittableRandom;
import org.junit.Test;
import org.neardup.sketch.RandomSets;

public class TestBagMinHashMean {
  private final BagMinHashMeanV1 bagMean = new BagMinHashMeanV1(100, 1);

  private double mean(long... words) {
    return bagMean.mean(words, words.length);
  }

  @Test
  public void testCountsMatterAndOrderDoesNot() {
    assertEquals(mean(1, 2, 2, 3), mean(2, 3, 1, 2), 0);
    assertNotEquals(mean(1, 2, 3), mean(1, 2, 2, 3), 0);
    assertNotEquals(mean(1, 1, 2), mean(1, 2, 2), 0);
    assertNotEquals(mean(1, 2, 2), mean(1, 2, 2, 2), 0);
    assertEquals(mean(5, 6), bagMean.mean(new long[] {6, 5, 99}, 2), 0);
  }

  @Test
  public void testAboutOneOverTheNumberOfWordsPlusOne() {
    for (int words : new int[] {1, 9, 99, 999}) {
      long[] bag = new SplittableRandom(words).longs(words).toArray();
      // A minimum of n has a standard deviation of about its mean; here are 1000 of them.
      double mean = new BagMinHashMeanV1(1000, 4).mean(bag, words) * (words + 1);
      assertEquals(words + " words", 1, mean, .15);
    }
  }

  @Test
  public void testNearDuplicatesComeNearer() {
    RandomSets sets = new RandomSets(200, .9, 5);
    int nearer = 0;
    for (int t = 0; t < 200; t++) {
      double a = mean(sets.a);
      double near = Math.abs(a - mean(sets.b));
      sets.next();
      nearer += near < Math.abs(a - mean(sets.a)) ? 1 : 0;
    }
    assertTrue(nearer + " of 200", nearer > 140);
  }

  @Test
  public void testBadInputIsNamed() {
    assertEquals(
        "count must be between 1 and the 0 elements given, got 0",
        assertThrows(IllegalArgumentException.class, this::mean).getMessage());
    assertEquals(
        "count must be between 1 and the 2 elements given, got 3",
        assertThrows(IllegalArgumentException.class, () -> bagMean.mean(new long[2], 3))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> new BagMinHashMeanV1(0, 1));
  }
}
