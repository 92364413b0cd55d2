// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.sketch.Hashing;

/** Counts beside a map, and what a long text leaves behind. */
public class TestOccurrenceCounter extends LuceneTestCase {
  private final OccurrenceCounter counter = new OccurrenceCounter();

  /** Adds each of some new keys twice. */
  private void addText(int keys) {
    counter.clear();
    for (int time = 0; time < 2; time++) {
      for (int key = 0; key < keys; key++) {
        assertEquals(time, counter.add(Hashing.mix(key)));
      }
    }
  }

  public void testCountsAsAMapDoes() {
    for (int text = 0; text < 50; text++) {
      counter.clear();
      Map<Long, Integer> counts = new HashMap<>();
      int keys = 1 + random().nextInt(random().nextInt(20) == 0 ? 20_000 : 100);
      for (int i = random().nextInt(2 * keys); i > 0; i--) {
        long key = Hashing.mix(random().nextInt(keys));
        assertEquals(counts.merge(key, 1, Integer::sum) - 1, counter.add(key));
      }
    }
  }

  public void testShortTextsDoNotClearTheTableOfALongOne() {
    addText(100_000);
    addText(10); // clears it once
    for (int keys : new int[] {10, 1, 0}) {
      addText(keys);
      assertEquals(64, counter.capacity());
    }
  }

  public void testTextsOfLikeLengthsKeepTheTable() {
    for (int longest : new int[] {1000, 50_000}) {
      addText(longest);
      int capacity = counter.capacity();
      for (int i = 0; i < 5; i++) {
        addText(longest == 1000 ? 1 + random().nextInt(1000) : 20_000 + random().nextInt(30_000));
        assertEquals(capacity, counter.capacity());
      }
    }
  }
}
