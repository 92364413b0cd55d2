// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.Test;
import org.neardup.sketch.RandomSets;

public class TestBottomSketch {
  private final SplittableRandom random = new SplittableRandom(31);

  private static BottomSketchV1 sketch(int size, long... elements) {
    return BottomSketchV1.of(elements, elements.length, size, 3);
  }

  @Test
  public void testRanksMakeTheSketchAgain() {
    for (int round = 0; round < 100; round++) {
      BottomSketchV1 a = sketch(16, random.longs(1 + random.nextInt(40), 0, 50).toArray());
      BottomSketchV1 b = sketch(16, random.longs(1 + random.nextInt(40), 0, 50).toArray());
      BottomSketchV1 again = BottomSketchV1.ofRanks(a.toArray(), 16, 3);
      assertArrayEquals(a.toArray(), again.toArray());
      if (a.count() < 16) {
        assertEquals(a.resemblance(b), again.resemblance(b), 0);
      }
      assertEquals(1, again.resemblance(a), 0);
    }
    for (long[] bad : new long[][] {{}, {2, 1}, {1, 1}, new long[17]}) {
      assertThrows(IllegalArgumentException.class, () -> BottomSketchV1.ofRanks(bad, 16, 3));
    }
  }

  @Test
  public void testKeepsTheSmallestDistinctRanks() {
    for (int count : new int[] {1, 2, 15, 16, 17, 31, 32, 33, 100, 5000}) {
      long[] elements = random.longs(count, 0, 3000).toArray();
      long[] smallest =
          Arrays.stream(elements)
              .map(e -> Hashing.mix(e ^ 3))
              .sorted()
              .distinct()
              .limit(16)
              .toArray();
      BottomSketchV1 sketch = sketch(16, elements);
      assertArrayEquals(smallest, sketch.toArray());
      assertEquals(smallest.length, sketch.count());
      assertEquals(16, sketch.size());
    }
  }

  @Test
  public void testExactForSetsOfUpToSizeElements() {
    for (int round = 0; round < 300; round++) {
      long[] a = random.longs(1 + random.nextInt(16), 0, 24).toArray();
      long[] b = random.longs(1 + random.nextInt(16), 0, 24).toArray();
      double exact = ElementSet.of(a, a.length).resemblance(ElementSet.of(b, b.length));
      assertEquals(exact, sketch(16, a).resemblance(sketch(16, b)), 0);
    }
  }

  @Test
  public void testRepeatsDoNotMakeASetLarger() {
    long[] a = random.longs(16).toArray();
    long[] b = a.clone();
    b[3]++;
    long[] repeated = new long[500];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = a[i % 16];
    }
    assertEquals(15 / 17., sketch(16, repeated).resemblance(sketch(16, b)), 0);
    assertEquals(15 / 17., sketch(16, a).resemblance(sketch(16, b)), 0);
  }

  @Test
  public void testNotExactWhereOneSetIsLarger() {
    // F_2 of {1..3} and {1, 2} are two of three elements: the estimate is a half or one.
    double estimate = sketch(2, 1, 2, 3).resemblance(sketch(2, 1, 2));
    assertEquals(1, Math.abs(estimate - .5) * 2, 1);
    assertEquals(estimate * 2, Math.rint(estimate * 2), 0);
  }

  @Test
  public void testUnbiasedWithTheErrorSaid() {
    for (double r : new double[] {.2, .5, .9}) {
      RandomSets sets = new RandomSets(300, r, 17);
      int trials = 4000;
      double sum = 0;
      double squares = 0;
      for (int t = 0; t < trials; t++, sets.next()) {
        double error = sketch(64, sets.a).resemblance(sketch(64, sets.b)) - sets.resemblance();
        sum += error;
        squares += error * error;
      }
      double standardError = Math.sqrt(sets.resemblance() * (1 - sets.resemblance()) / 64);
      assertEquals(0, sum / trials, 4.5 * standardError / Math.sqrt(trials));
      // Drawn without replacement from some hundred elements, so a little better than said.
      double ratio = Math.sqrt(squares / trials) / standardError;
      assertEquals(.92, ratio, .06);
    }
  }

  @Test
  public void testLaws() {
    for (int round = 0; round < 400; round++) {
      long[] a = random.longs(1 + random.nextInt(round % 2 == 0 ? 60 : 20), 0, 90).toArray();
      long[] b = random.longs(1 + random.nextInt(round % 4 < 2 ? 60 : 20), 0, 90).toArray();
      BottomSketchV1 left = sketch(20, a);
      BottomSketchV1 right = sketch(20, b);
      assertEquals(1, left.resemblance(left), 0);
      assertEquals(left.resemblance(right), right.resemblance(left), 0);
    }
  }

  @Test
  public void testBadInputIsNamed() {
    assertMessage(
        "count must be between 1 and the 2 elements given, got 0",
        () -> BottomSketchV1.of(new long[2], 0, 4, 1));
    assertMessage(
        "size must be between 1 and 1048576, got 0", () -> BottomSketchV1.of(new long[2], 2, 0, 1));
    BottomSketchV1 sketch = sketch(8, 1);
    BottomSketchV1 larger = sketch(9, 1);
    BottomSketchV1 otherSeed = BottomSketchV1.of(new long[1], 1, 8, 4);
    assertMessage(
        "only sketches of one format can be compared; size is 8 and 9",
        () -> sketch.resemblance(larger));
    assertMessage(
        "only sketches of one format can be compared; seedId is "
            + Long.toHexString(SketchFormat.seedId(3))
            + " and "
            + Long.toHexString(SketchFormat.seedId(4)),
        () -> sketch.resemblance(otherSeed));
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }
}
