// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.Test;

public class TestHashing {
  private final SplittableRandom random = new SplittableRandom(20261121);

  @Test
  public void testMixIsThePublishedFunction() {
    // SplittableRandom uses the same finaliser on multiples of its odd step.
    assertEquals(new SplittableRandom(0).nextLong(), Hashing.mix(0x9e3779b97f4a7c15L));
    assertEquals(0, Hashing.mix(0));
  }

  @Test
  public void testUnmixInvertsMix() {
    for (int i = 0; i < 1000; i++) {
      long value = random.nextLong();
      assertEquals(value, Hashing.unmix(Hashing.mix(value)));
    }
  }

  @Test
  public void testInverseOfOddNumbers() {
    for (int i = 0; i < 1000; i++) {
      long odd = random.nextLong() | 1;
      assertEquals(1, odd * Hashing.inverse(odd));
    }
  }

  @Test
  public void testEveryInputBitFlipsEveryOutputBitHalfTheTime() {
    assertAvalanche(Hashing::mix);
    assertAvalanche(x -> Hashing.combine(x, 7));
    assertAvalanche(x -> Hashing.combine(7, x));
    assertAvalanche(x -> Hashing.hash(chars(x), 1));
    assertAvalanche(x -> Hashing.hash("seeded", x));
  }

  private interface LongFunction {
    long apply(long x);
  }

  private static String chars(long x) {
    return new String(
        new char[] {(char) (x >>> 48), (char) (x >>> 32), (char) (x >>> 16), (char) x});
  }

  private void assertAvalanche(LongFunction function) {
    int trials = 4000;
    int[][] flips = new int[64][64];
    for (int t = 0; t < trials; t++) {
      long x = random.nextLong();
      long hash = function.apply(x);
      for (int in = 0; in < 64; in++) {
        long changed = hash ^ function.apply(x ^ 1L << in);
        for (int out = 0; out < 64; out++) {
          flips[in][out] += (int) (changed >>> out & 1);
        }
      }
    }
    for (int in = 0; in < 64; in++) {
      for (int out = 0; out < 64; out++) {
        // 6 standard deviations are .047; Stafford's function is known to be accurate to about .02.
        assertEquals(in + " -> " + out, .5, (double) flips[in][out] / trials, .065);
      }
    }
  }

  @Test
  public void testCombineIsNotSymmetric() {
    assertNotEquals(Hashing.combine(1, 2), Hashing.combine(2, 1));
    assertNotEquals(Hashing.combine(0, 0), Hashing.combine(0, 1));
    assertNotEquals(Hashing.combine(0, 0), Hashing.combine(1, 0));
  }

  @Test
  public void testArraysAndSequencesHashAlike() {
    for (int length = 0; length < 40; length++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < length; i++) {
        text.append((char) random.nextInt(1 << 16));
      }
      long seed = random.nextLong();
      char[] padded = ("xyz" + text + "xyz").toCharArray();
      assertEquals(Hashing.hash(text, seed), Hashing.hash(padded, 3, length, seed));
      assertEquals(
          Hashing.hash(text, seed), Hashing.hash(text.toString().toCharArray(), 0, length, seed));
    }
  }

  @Test
  public void testDifferentTextsHashApart() {
    Set<Long> seen = new HashSet<>();
    int texts = 0;
    for (int length = 0; length <= 9; length++) {
      for (int position = 0; position < Math.max(1, length); position++) {
        for (char c = 0; c < 300; c++) {
          StringBuilder text = new StringBuilder("\0".repeat(length));
          if (length > 0) {
            text.setCharAt(position, c);
          }
          if (length == 0 ? c == 0 : c > 0 || position == 0) {
            seen.add(Hashing.hash(text, 5));
            texts++;
          }
        }
      }
    }
    assertEquals(texts, seen.size());
  }

  @Test
  public void testStableValues() {
    // Stored sketches depend on these: a change requires new versions of everything that uses them.
    assertEquals(-3288147792555011340L, Hashing.combine(1, 2));
    assertEquals(-1536659338991454434L, Hashing.hash("", 42));
    assertEquals(6995363916512244797L, Hashing.hash("near duplicate", 42));
  }

  @Test
  public void testRangesOutsideOfTheArrayThrow() {
    assertThrows(
        IndexOutOfBoundsException.class, () -> Hashing.hash(new char[] {'a', 'b'}, 1, 2, 0));
    assertThrows(
        IndexOutOfBoundsException.class, () -> Hashing.hash(new char[] {'a', 'b'}, 0, 4, 0));
    assertTrue(Hashing.hash(new char[0], 0, 0, 0) != 0);
  }
}
