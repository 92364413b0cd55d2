// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.Test;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SlotPacking;

public class TestBands {
  private final SplittableRandom random = new SplittableRandom(3);

  @Test
  public void testChoiceAtTheDefaultSlots() {
    assertEquals(new Bands(21, 6), Bands.choose(.8, .99, 128));
    assertEquals(new Bands(12, 10), Bands.choose(.9, .99, 128));
    assertEquals(new Bands(25, 5), Bands.choose(.75, .99, 128));
    assertEquals(new Bands(1, 128), Bands.choose(1, .99, 128));
    assertEquals(new Bands(1, 128), Bands.choose(.8, 0, 128));
    assertEquals(new Bands(128, 1), Bands.choose(.05, .99, 128));
    assertEquals(new Bands(1, 1), Bands.choose(.5, .5, 1));
  }

  @Test
  public void testChoiceHasTheRecallAndOneMoreRowWouldNot() {
    for (double t = .3; t < .99; t += .05) {
      Bands bands = Bands.choose(t, .95, 256);
      assertTrue(bands.matchProbability(t) >= .95);
      Bands next = new Bands(256 / (bands.rows() + 1), bands.rows() + 1);
      assertTrue(next.matchProbability(t) < .95);
    }
  }

  @Test
  public void testMemoryLimitsTheBands() {
    assertEquals(new Bands(16, 6), Bands.choose(.8, .99, 128, 16));
    assertEquals(5, Bands.choose(.8, .99, 128, 15).rows());
    String message =
        assertThrows(IllegalArgumentException.class, () -> Bands.choose(.3, .99, 128, 3))
            .getMessage();
    assertEquals(
        "threshold must be at least 0.7846 to have a recall of 0.99 with 128 slots and 3 bands,"
            + " got 0.3",
        message);
    assertEquals(new Bands(3, 1), Bands.choose(.7846, .99, 128, 3));
    assertThrows(IllegalArgumentException.class, () -> Bands.choose(.7845, .99, 128, 3));
  }

  @Test
  public void testMatchCurve() {
    Bands bands = new Bands(21, 6);
    assertEquals(1 - Math.pow(1 - Math.pow(.8, 6), 21), bands.matchProbability(.8), 1e-12);
    assertEquals(0, bands.matchProbability(0), 0);
    assertEquals(1, bands.matchProbability(1), 0);
    // 21 r^6 where r is small: a difference from 1 would be lost there.
    assertEquals(21e-24, bands.matchProbability(1e-4), 1e-36);
  }

  @Test
  public void testKeysAgreeWhereTheRowsOfABandDo() {
    for (int bits : new int[] {1, 3, 8, 20, 32, 64}) {
      SlotPacking packing = new SlotPacking(30, bits);
      Bands bands = new Bands(7, 4);
      byte[] a = packing.pack(random.longs(30).toArray());
      byte[] b = a.clone();
      int slot = 9; // in band 2
      b[slot / (64 / bits) * 8 + slot % (64 / bits) * bits / 8] ^=
          (byte) (1 << slot % (64 / bits) * bits % 8);
      long[] left = keys(bands, packing, a);
      long[] right = keys(bands, packing, b);
      for (int band = 0; band < 7; band++) {
        assertEquals(bits + " bits, band " + band, band != 2, left[band] == right[band]);
      }
    }
  }

  @Test
  public void testKeysAreMadeOfTheStoredSlots() {
    for (int bits = 1; bits <= Long.SIZE; bits++) {
      checkKeys(bits, random.nextInt(20, 200), random.nextInt(1, 20));
    }
    for (int slots = 1; slots < 140; slots++) { // those of a byte are taken a band at a time
      for (int rows = 1; rows <= Math.min(slots, 9); rows++) {
        checkKeys(Byte.SIZE, slots, rows);
      }
    }
  }

  private void checkKeys(int bits, int slots, int rows) {
    SlotPacking packing = new SlotPacking(slots, bits);
    byte[] packed = packing.pack(random.longs(slots).toArray());
    Bands bands = new Bands(slots / rows, rows);
    long[] expected = new long[bands.bands()];
    Arrays.setAll(expected, band -> key(packing, packed, rows, band));
    assertArrayEquals(bits + " bits", expected, keys(bands, packing, packed));
  }

  private static long key(SlotPacking packing, byte[] packed, int rows, int band) {
    int slotsAWord = Long.SIZE / packing.bits();
    long key = Hashing.combine(rows, band);
    long[] slots = packing.unpack(packed, 0);
    long word = 0;
    for (int row = 0; row < rows; row++) {
      if (row > 0 && row % slotsAWord == 0) {
        key = Hashing.combine(key, word);
        word = 0;
      }
      word |= slots[band * rows + row] << (row % slotsAWord * packing.bits());
    }
    return Hashing.combine(key, word);
  }

  private static long[] keys(Bands bands, SlotPacking packing, byte[] packed) {
    long[] keys = new long[bands.bands()];
    bands.keys(packing, packed, 0, keys);
    return keys;
  }

  @Test
  public void testSlotsPastTheBandsDoNotMatter() {
    SlotPacking packing = new SlotPacking(10, 8);
    byte[] a = packing.pack(random.longs(10).toArray());
    byte[] b = a.clone();
    b[9] ^= 1; // bands 0 to 2 of 3 rows are slots 0 to 8
    Bands bands = new Bands(3, 3);
    assertArrayEquals(keys(bands, packing, a), keys(bands, packing, b));
  }

  @Test
  public void testEqualRowsInDifferentBandsHaveDifferentKeys() {
    SlotPacking packing = new SlotPacking(128, 8);
    long[] keys = keys(new Bands(21, 6), packing, new byte[128]);
    assertEquals(21, Arrays.stream(keys).distinct().count());
  }

  @Test
  public void testCandidatesAppearAsOftenAsTheCurveSays() {
    SlotSketcher sketcher = Sketches.minHash(24, 8);
    SlotPacking packing = new SlotPacking(24, 16);
    Bands bands = new Bands(6, 4);
    RandomSets sets = new RandomSets(200, .7, 4);
    int trials = 2000;
    int matches = 0;
    for (int t = 0; t < trials; t++, sets.next()) {
      long[] left = keys(bands, packing, packing.pack(sketcher.sketch(sets.a, 200)));
      long[] right = keys(bands, packing, packing.pack(sketcher.sketch(sets.b, 200)));
      boolean match = false;
      for (int band = 0; band < 6; band++) {
        match |= left[band] == right[band];
      }
      matches += match ? 1 : 0;
    }
    double expected = bands.matchProbability(sets.resemblance());
    double error = Math.sqrt(expected * (1 - expected) / trials);
    assertEquals(expected, (double) matches / trials, 4 * error);
  }

  @Test
  public void testBadInputIsNamed() {
    assertMessage("bands must be between 1 and 1024, got 0", () -> new Bands(0, 1));
    assertMessage("rows must be between 1 and 1024, got -1", () -> new Bands(1, -1));
    assertMessage("bands * rows must be between 1 and 1024, got 1640", () -> new Bands(41, 40));
    assertMessage(
        "bands * rows must be between 1 and 128, got 132",
        () -> keys(new Bands(22, 6), new SlotPacking(128, 8), new byte[128]));
    assertMessage(
        "the key array must have 21 entries, got 22",
        () -> new Bands(21, 6).keys(new SlotPacking(128, 8), new byte[128], 0, new long[22]));
    assertMessage(
        "a packed sketch needs 128 bytes at offset 0, got 127",
        () -> keys(new Bands(21, 6), new SlotPacking(128, 8), new byte[127]));
    assertMessage(
        "r must be between 0.0 and 1.0, got 1.5", () -> new Bands(1, 1).matchProbability(1.5));
    assertThrows(IllegalArgumentException.class, () -> Bands.choose(0, .99, 128));
    assertThrows(IllegalArgumentException.class, () -> Bands.choose(.8, 1, 128));
    assertMessage(
        "maxBands must be between 1 and 128, got 129", () -> Bands.choose(.8, .99, 128, 129));
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }

  @Test
  public void testKeysDependOnTheNumberOfRows() {
    SlotPacking packing = new SlotPacking(8, 8);
    byte[] packed = new byte[8];
    assertNotEquals(
        keys(new Bands(1, 2), packing, packed)[0], keys(new Bands(1, 3), packing, packed)[0]);
  }
}
