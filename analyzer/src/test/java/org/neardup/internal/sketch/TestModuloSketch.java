// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.Test;
import org.neardup.sketch.RandomSets;

public class TestModuloSketch {
  private final SplittableRandom random = new SplittableRandom(41);

  private static ModuloSketchV1 sketch(int modulus, long... elements) {
    return ModuloSketchV1.of(elements, elements.length, modulus, 3);
  }

  @Test
  public void testRanksMakeTheSketchAgain() {
    for (int round = 0; round < 100; round++) {
      ModuloSketchV1 a = sketch(3, random.longs(1 + random.nextInt(40), 0, 50).toArray());
      ModuloSketchV1 b = sketch(3, random.longs(1 + random.nextInt(40), 0, 50).toArray());
      ModuloSketchV1 again = ModuloSketchV1.ofRanks(a.toArray(), 3, 3);
      assertArrayEquals(a.toArray(), again.toArray());
      assertEquals(a.resemblance(b), again.resemblance(b), 0);
      assertEquals(a.containment(b), again.containment(b), 0);
    }
    assertThrows(IllegalArgumentException.class, () -> ModuloSketchV1.ofRanks(new long[0], 0, 3));
  }

  @Test
  public void testKeepsMultiplesOfTheModulus() {
    for (int modulus : new int[] {1, 2, 3, 7, 16, 24, 25, 1000, 1 << 30, Integer.MAX_VALUE}) {
      long[] elements = random.longs(5000).toArray();
      elements[7] = Hashing.unmix(3L * modulus) ^ 3; // so that the largest keep one, too
      elements[8] = Hashing.unmix(-1 - Long.remainderUnsigned(-1, modulus)) ^ 3;
      long[] multiples =
          Arrays.stream(elements)
              .map(e -> Hashing.mix(e ^ 3))
              .filter(x -> Long.remainderUnsigned(x, modulus) == 0)
              .sorted()
              .distinct()
              .toArray();
      ModuloSketchV1 sketch = sketch(modulus, elements);
      assertArrayEquals(multiples, sketch.toArray());
      assertEquals(multiples.length, sketch.count());
    }
  }

  @Test
  public void testModulusOneIsExact() {
    ModuloSketchV1 a = sketch(1, 1, 2, 3, 4);
    ModuloSketchV1 b = sketch(1, 3, 4, 5);
    assertEquals(.4, a.resemblance(b), 0);
    assertEquals(.5, a.containment(b), 0);
    assertEquals(2 / 3., b.containment(a), 0);
  }

  @Test
  public void testUnbiasedOnRandomSets() {
    RandomSets sets = new RandomSets(600, .6, 18);
    double contained = sets.resemblance() * 2 / (1 + sets.resemblance());
    int trials = 4000;
    double resemblance = 0;
    double containment = 0;
    double error = 0;
    for (int t = 0; t < trials; t++, sets.next()) {
      ModuloSketchV1 a = sketch(16, sets.a);
      ModuloSketchV1 b = sketch(16, sets.b);
      resemblance += a.resemblance(b) - sets.resemblance();
      containment += a.containment(b) - contained;
      error += Math.sqrt(sets.resemblance() * (1 - sets.resemblance()) / keptOfBoth(a, b));
    }
    double allowed = 4.5 * error / trials / Math.sqrt(trials);
    assertEquals(0, resemblance / trials, allowed);
    assertEquals(0, containment / trials, allowed);
  }

  @Test
  public void testEmptySketchesHaveNoEstimate() {
    ModuloSketchV1 empty = sketch(Integer.MAX_VALUE, 1);
    ModuloSketchV1 one = sketch(Integer.MAX_VALUE, Hashing.unmix(0) ^ 3);
    assertEquals(0, empty.count());
    assertEquals(1, one.count());
    assertTrue(Double.isNaN(empty.resemblance(empty)));
    assertTrue(Double.isNaN(empty.containment(one)));
    assertEquals(0, empty.resemblance(one), 0);
    assertEquals(0, one.resemblance(empty), 0);
    assertEquals(0, one.containment(empty), 0);
  }

  @Test
  public void testLaws() {
    for (int round = 0; round < 100; round++) {
      long[] a = random.longs(1 + random.nextInt(200), 0, 300).toArray();
      long[] b = random.longs(1 + random.nextInt(200), 0, 300).toArray();
      long[] both = Arrays.copyOf(a, a.length + b.length);
      System.arraycopy(b, 0, both, a.length, b.length);
      ModuloSketchV1 left = sketch(2, a);
      ModuloSketchV1 right = sketch(2, b);
      assertEquals(left.resemblance(right), right.resemblance(left), 0);
      assertEquals(sketch(2, both).count(), keptOfBoth(left, right));
      if (left.count() > 0) {
        assertEquals(1, left.resemblance(left), 0);
        assertEquals(1, left.containment(sketch(2, both)), 0);
      }
    }
  }

  @Test
  public void testBadInputIsNamed() {
    assertMessage(
        "count must be between 1 and the 2 elements given, got 3",
        () -> ModuloSketchV1.of(new long[2], 3, 4, 1));
    assertMessage(
        "modulus must be between 1 and 2147483647, got 0",
        () -> ModuloSketchV1.of(new long[2], 2, 0, 1));
    ModuloSketchV1 sketch = sketch(16, 1);
    ModuloSketchV1 other = sketch(25, 1);
    String message = "only sketches of one format can be compared; modulus is 16 and 25";
    assertMessage(message, () -> sketch.resemblance(other));
    assertMessage(message, () -> sketch.containment(other));
    ModuloSketchV1 otherSeed = ModuloSketchV1.of(new long[1], 1, 16, 4);
    assertThrows(IllegalArgumentException.class, () -> sketch.containment(otherSeed));
  }

  /** How many elements are kept of the union of two sets. */
  static int keptOfBoth(ModuloSketchV1 a, ModuloSketchV1 b) {
    return (int)
        Stream.of(a, b).flatMapToLong(each -> LongStream.of(each.toArray())).distinct().count();
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }
}
