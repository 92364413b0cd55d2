// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.Test;

/** Laws that hold for every {@link SlotSketcher}. */
public class TestSlotSketchers {
  private static final int[] SIZES = {1, 2, 3, 7, 8, 9, 50, 1000};
  private final SplittableRandom random = new SplittableRandom(11);

  private static List<SlotSketcher> sketchers() {
    return List.of(
        Sketches.fast(),
        Sketches.fast(100, 5),
        Sketches.fast(1, 5),
        Sketches.fast(1024, 5),
        Sketches.minHash(128, 5),
        Sketches.minHash(1, 5),
        Sketches.minHash(77, 5));
  }

  @Test
  public void testOrderAndRepeatsDoNotMatter() {
    for (SlotSketcher sketcher : sketchers()) {
      for (int size : SIZES) {
        long[] elements = random.longs(size).toArray();
        long[] shuffled = new long[2 * size];
        for (int i = 0; i < size; i++) {
          shuffled[i] = elements[size - 1 - i];
          shuffled[size + i] = elements[random.nextInt(size)];
        }
        assertArrayEquals(
            sketcher.sketch(elements, size), sketcher.sketch(shuffled, shuffled.length));
      }
    }
  }

  @Test
  public void testWhatLiesPastCountDoesNotMatter() {
    for (SlotSketcher sketcher : sketchers()) {
      long[] elements = random.longs(9).toArray();
      assertArrayEquals(
          sketcher.sketch(Arrays.copyOf(elements, 4), 4), sketcher.sketch(elements, 4));
    }
  }

  @Test
  public void testSketchOfAUnionFromTheSketches() {
    for (SlotSketcher sketcher : sketchers()) {
      for (int size : SIZES) {
        long[] a = random.longs(size).toArray();
        long[] b = random.longs(40).toArray();
        long[] both = Arrays.copyOf(a, size + 40);
        System.arraycopy(b, 0, both, size, 40);
        long[] united = sketcher.sketch(a, size);
        long[] other = sketcher.sketch(b, 40);
        Arrays.setAll(united, slot -> Math.min(united[slot], other[slot]));
        assertArrayEquals(sketcher.sketch(both, both.length), united);
      }
    }
  }

  @Test
  public void testFormerContentOfTheSlotsDoesNotMatter() {
    for (SlotSketcher sketcher : sketchers()) {
      long[] elements = random.longs(5).toArray();
      long[] dirty = new long[sketcher.slots()];
      Arrays.fill(dirty, Long.MIN_VALUE);
      sketcher.sketch(elements, 5, dirty);
      assertArrayEquals(sketcher.sketch(elements, 5), dirty);
    }
  }

  @Test
  public void testDisjointSetsAgreeNowhere() {
    for (SlotSketcher sketcher : sketchers()) {
      long[] a = sketcher.sketch(random.longs(50).toArray(), 50);
      long[] b = sketcher.sketch(random.longs(50).toArray(), 50);
      for (int i = 0; i < a.length; i++) {
        assertFalse(sketcher.name() + " slot " + i, a[i] == b[i]);
      }
    }
  }

  @Test
  public void testOtherSeedOtherSketch() {
    long[] elements = random.longs(50).toArray();
    assertFalse(
        Arrays.equals(
            Sketches.fast(64, 1).sketch(elements, 50), Sketches.fast(64, 2).sketch(elements, 50)));
    assertFalse(
        Arrays.equals(
            Sketches.minHash(64, 1).sketch(elements, 50),
            Sketches.minHash(64, 2).sketch(elements, 50)));
  }

  @Test
  public void testSketchersSayWhatTheyAre() {
    SlotSketcher fast = Sketches.fast(100, 5);
    assertEquals("FastSimilaritySketchV1", fast.name());
    assertEquals(100, fast.slots());
    assertEquals(5, fast.seed());
    SlotSketcher minHash = Sketches.minHash(20, 6);
    assertEquals("MinHashV1", minHash.name());
    assertEquals(20, minHash.slots());
    assertEquals(6, minHash.seed());
    assertEquals(Sketches.DEFAULT_SLOTS, Sketches.fast().slots());
    assertEquals(Sketches.DEFAULT_SEED, Sketches.fast().seed());
  }

  @Test
  public void testBadInputIsNamed() {
    for (SlotSketcher sketcher : sketchers()) {
      int slots = sketcher.slots();
      assertMessage(
          "count must be between 1 and the 3 elements given, got 0",
          () -> sketcher.sketch(new long[3], 0));
      assertMessage(
          "count must be between 1 and the 3 elements given, got 4",
          () -> sketcher.sketch(new long[3], 4));
      assertMessage(
          "the slot array must have " + slots + " entries, got " + (slots + 1),
          () -> sketcher.sketch(new long[3], 3, new long[slots + 1]));
    }
    assertMessage("slots must be between 1 and 1024, got 0", () -> Sketches.fast(0, 1));
    assertMessage("slots must be between 1 and 1024, got 1025", () -> Sketches.minHash(1025, 1));
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }
}
