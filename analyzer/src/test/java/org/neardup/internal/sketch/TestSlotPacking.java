// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.Test;

public class TestSlotPacking {
  private final SplittableRandom random = new SplittableRandom(99);

  @Test
  public void testAgreesWithSlotBySlotComparisonForAllBits() throws IOException {
    for (int bits = 1; bits <= 64; bits++) {
      for (int slots : new int[] {1, 7, 64, 100, 128, 200}) {
        assertAgreement(new SlotPacking(slots, bits));
      }
    }
  }

  private void assertAgreement(SlotPacking packing) throws IOException {
    int slots = packing.slots();
    long[] a = random.longs(slots).toArray();
    long[] b = a.clone();
    for (int i = 0; i < slots; i++) {
      b[i] += random.nextInt(2);
    }
    byte[] left = new byte[packing.bytes() + 5];
    byte[] right = new byte[packing.bytes() + 3];
    packing.pack(a, left, 5);
    packing.pack(b, right, 3);
    long[] unpacked = packing.unpack(left, 5);
    long[] others = packing.unpack(right, 3);
    int expected = 0;
    for (int i = 0; i < slots; i++) {
      long top = Hashing.mix(a[i]) >>> (64 - packing.bits());
      assertEquals(top, unpacked[i]);
      expected += top == Hashing.mix(b[i]) >>> (64 - packing.bits()) ? 1 : 0;
    }
    String name = packing.toString();
    assertEquals(name, expected, packing.agreeing(left, 5, right, 3));
    assertEquals(name, expected, packing.agreeing(right, 3, left, 5));
    assertEquals(name, slots, packing.agreeing(left, 5, left, 5));
    int length = 1 + random.nextInt(Math.min(slots, 8));
    int runs = random.nextInt(slots / length + 1);
    int next = -1;
    for (int run = runs - 1; run >= 0; run--) {
      int from = run * length;
      boolean agrees = IntStream.range(from, from + length).allMatch(i -> unpacked[i] == others[i]);
      next = agrees ? run : next;
      assertEquals(name, next, packing.nextAgreeingRun(left, 5, right, 3, length, run, runs));
    }
  }

  @Test
  public void testMostCommonHasWhatMostHave() {
    for (int[] shape : new int[][] {{128, 8}, {69, 30}, {9, 8}, {1, 64}, {130, 1}}) {
      SlotPacking packing = new SlotPacking(shape[0], shape[1]);
      long[] common = random.longs(shape[0]).toArray();
      List<byte[]> packed = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        long[] slots = common.clone();
        for (int slot = i; slot < slots.length; slot += 5) { // each slot of one sketch in five
          slots[slot] = random.nextLong();
        }
        byte[] at = new byte[packing.bytes() + 3];
        packing.pack(slots, at, 3);
        packed.add(at);
      }
      assertArrayEquals(packing.pack(common), packing.mostCommon(packed, 3));
    }
    SlotPacking packing = new SlotPacking(9, 8);
    List<byte[]> none = List.of();
    assertThrows(IllegalArgumentException.class, () -> packing.mostCommon(none, 0));
  }

  @Test
  public void testBlocksOf64SlotsAreBitPlanesAndTheRestLanesWithUnusedBitsZero() {
    SlotPacking packing = new SlotPacking(69, 30);
    assertEquals(33, packing.words());
    assertEquals(264, packing.bytes());
    long[] slots = random.longs(69).toArray();
    ByteBuffer words = ByteBuffer.wrap(packing.pack(slots)).order(ByteOrder.LITTLE_ENDIAN);
    long[] top = Arrays.stream(slots).map(s -> Hashing.mix(s) >>> 34).toArray();
    for (int plane = 0; plane < 30; plane++) {
      long word = words.getLong();
      for (int slot = 0; slot < 64; slot++) {
        assertEquals(top[slot] >>> plane & 1, word >>> slot & 1);
      }
    }
    assertEquals(top[64] | top[65] << 30, words.getLong());
    assertEquals(top[66] | top[67] << 30, words.getLong());
    assertEquals(top[68], words.getLong());
  }

  @Test
  public void testPartsTellWhichSlotsDiffer() {
    SlotPacking packing = new SlotPacking(128, 8);
    long[] slots = random.longs(128).toArray();
    long[] others = slots.clone();
    byte[] one = packing.pack(slots);
    for (int i = 0; i < 128; i++) {
      others[i] = random.nextBoolean() ? slots[i] : random.nextLong();
    }
    byte[] other = new byte[packing.bytes() + 3];
    packing.pack(others, other, 3);
    long[] words = new long[10];
    for (int part = 0; part < 4; part++) {
      packing.readPart(one, 0, part, words, 1);
      packing.readPart(other, 3, part, words, 5);
      long any = 0;
      for (int i = 1; i < 5; i++) {
        any |= words[i] ^ words[i + 4];
      }
      for (int slot = 0; slot < 32; slot++) {
        long a = Hashing.mix(slots[32 * part + slot]) >>> 56;
        long b = Hashing.mix(others[32 * part + slot]) >>> 56;
        assertEquals(a != b, (((any | (any >>> 32)) >>> slot) & 1) == 1);
      }
    }
    SlotPacking withLanes = new SlotPacking(69, 8);
    byte[] packed = new byte[withLanes.bytes()];
    assertThrows(IllegalArgumentException.class, () -> withLanes.readPart(packed, 0, 0, words, 0));
  }

  @Test
  public void testPackOverwritesWhatWasThere() {
    SlotPacking packing = new SlotPacking(9, 8);
    long[] slots = random.longs(9).toArray();
    byte[] dirty = new byte[packing.bytes()];
    Arrays.fill(dirty, (byte) -1);
    packing.pack(slots, dirty, 0);
    assertArrayEquals(packing.pack(slots), dirty);
  }

  @Test
  public void testSizes() {
    assertEquals("128 slots x 8 bits", new SlotPacking(128, 8).toString());
    assertEquals(128, new SlotPacking(128, 8).bytes());
    assertEquals(1024, new SlotPacking(128, 64).bytes());
    assertEquals(16, new SlotPacking(128, 1).bytes());
    assertEquals(8 * 25, new SlotPacking(200, 8).bytes());
    assertEquals(8 * (6 + 4), new SlotPacking(100, 6).bytes());
  }

  @Test
  public void testEstimateIsCorrectedForChance() {
    SlotPacking one = new SlotPacking(100, 1);
    assertEquals(0, one.resemblance(50), 1e-15);
    assertEquals(1, one.resemblance(100), 0);
    assertEquals(.5, one.resemblance(75), 1e-15);
    assertEquals(0, one.resemblance(20), 0);
    assertEquals(-.6, one.unclampedResemblance(20), 1e-15);
    SlotPacking eight = new SlotPacking(128, 8);
    assertEquals((.75 - 1 / 256.) / (255 / 256.), eight.resemblance(96), 1e-15);
    assertEquals(.8 + .2 / 256, eight.agreementProbability(.8), 1e-15);
  }

  @Test
  public void testStandardErrorOfKnownCases() {
    assertEquals(.04, new SlotPacking(100, 64).standardError(.8), 1e-12);
    // b = 1, r = 0: p = 1/2, and the estimate 2 p - 1 has twice the error of p.
    assertEquals(.1, new SlotPacking(100, 1).standardError(0), 1e-12);
    assertEquals(0, new SlotPacking(100, 8).standardError(1), 0);
  }

  @Test
  public void testBadInputIsNamed() {
    assertMessage("slots must be between 1 and 1024, got 0", () -> new SlotPacking(0, 8));
    assertMessage("slots must be between 1 and 1024, got 1025", () -> new SlotPacking(1025, 8));
    assertMessage("bits must be between 1 and 64, got 65", () -> new SlotPacking(8, 65));
    assertMessage("bits must be between 1 and 64, got 0", () -> new SlotPacking(8, 0));
    SlotPacking packing = new SlotPacking(16, 8);
    byte[] packed = new byte[16];
    assertMessage(
        "a packed sketch needs 16 bytes at offset 1, got 16",
        () -> packing.agreeing(packed, 0, packed, 1));
    assertMessage(
        "a packed sketch needs 16 bytes at offset 1, got 16",
        () -> packing.agreeing(packed, 1, packed, 0));
    assertMessage(
        "a packed sketch needs 16 bytes at offset -1, got 16",
        () -> packing.agreeing(packed, 0, packed, -1));
    assertMessage(
        "a packed sketch needs 16 bytes at offset 2, got 16",
        () -> packing.agreeing(packed, 2, packed, 0));
    assertMessage(
        "a packed sketch needs 16 bytes at offset 0, got 15",
        () -> packing.unpack(new byte[15], 0));
    assertMessage(
        "the slot array must have 16 entries, got 17", () -> packing.pack(new long[17], packed, 0));
    assertMessage(
        "a packed sketch needs 16 bytes at offset 8, got 16",
        () -> packing.pack(new long[16], packed, 8));
    assertMessage("agreeing must be between 0 and 16, got 17", () -> packing.resemblance(17));
    assertMessage(
        "resemblance must be between 0.0 and 1.0, got NaN",
        () -> packing.standardError(Double.NaN));
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }
}
