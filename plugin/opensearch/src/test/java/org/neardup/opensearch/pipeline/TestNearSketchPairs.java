// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import static org.junit.Assert.assertEquals;

import com.carrotsearch.randomizedtesting.RandomizedTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.Test;

/** No pair is missed, wherever its sketches differ. */
public class TestNearSketchPairs extends RandomizedTest {
  private static final int SLOTS = 128;
  private static final int PART_SLOTS = 32;
  private static final int PART_WORDS = 4;

  @Test
  public void testPairsThatDifferInAsManySlotsAsTheyMay() {
    for (int most : new int[] {0, 1, 3, 12, 25, 51, SLOTS - 1}) {
      for (int round = 0; round < 20; round++) {
        assertFindsCopies(most);
      }
    }
  }

  /** Sketches i and count + i differ in that many slots. */
  private void assertFindsCopies(int most) {
    int count = 20;
    long[][] words = new long[2 * count][SLOTS / PART_SLOTS * PART_WORDS];
    for (int i = 0; i < count; i++) {
      Arrays.setAll(words[i], word -> getRandom().nextLong());
      words[count + i] = words[i].clone();
      List<Integer> slots = new ArrayList<>(IntStream.range(0, SLOTS).boxed().toList());
      Collections.shuffle(slots, getRandom());
      for (int slot : slots.subList(0, most)) {
        int word = slot / PART_SLOTS * PART_WORDS + getRandom().nextInt(PART_WORDS);
        int half = getRandom().nextInt(2) * Integer.SIZE;
        words[count + i][word] ^= 1L << (half + slot % PART_SLOTS);
      }
    }
    Set<Integer> found = new HashSet<>();
    NearSketchPairs.Sketches sketches =
        new NearSketchPairs.Sketches() {
          @Override
          public void readPart(int sketch, int part, long[] to, int at) {
            System.arraycopy(words[sketch], part * PART_WORDS, to, at, PART_WORDS);
          }

          @Override
          public void compare(int later, int earlier) {
            if (later - earlier == count) {
              found.add(earlier);
            }
          }
        };
    new NearSketchPairs(2 * count, most, SLOTS, sketches, new int[64]).find();
    assertEquals("of " + most + " slots", count, found.size());
  }
}
