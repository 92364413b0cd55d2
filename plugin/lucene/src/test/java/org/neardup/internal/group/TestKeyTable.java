// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestKeyTable extends LuceneTestCase {
  /** Keys of different hashes. */
  private static List<Long> keys(int count) {
    Set<Integer> hashes = new HashSet<>();
    List<Long> keys = new ArrayList<>();
    while (keys.size() < count) {
      long key = random().nextLong() >>> 24;
      if (hashes.add(KeyTable.hash(key))) {
        keys.add(key);
      }
    }
    return keys;
  }

  public void testLikeAMap() {
    List<Long> keys = keys(1 + random().nextInt(60_000));
    KeyTable slots = new KeyTable(random().nextInt(100_000));
    Map<Long, Integer> model = new HashMap<>();
    int removeOneIn = 2 + random().nextInt(5);
    for (int i = 0; i < 200_000; i++) {
      Long key = keys.get(random().nextInt(keys.size()));
      Integer before = model.get(key);
      assertEquals(before == null ? KeyTable.NONE : before, slots.get(key));
      if (before == null) {
        assertEquals(KeyTable.NONE, slots.putIfAbsent(key, i));
        model.put(key, i);
      } else if (random().nextInt(removeOneIn) == 0) {
        slots.remove(key);
        model.remove(key);
      } else if (random().nextBoolean()) {
        slots.replace(key, i);
        model.put(key, i);
      } else {
        assertEquals((int) before, slots.putIfAbsent(key, i));
      }
      assertEquals(model.size(), slots.size());
    }
    for (Long key : keys) {
      assertEquals(model.getOrDefault(key, KeyTable.NONE), (Integer) slots.get(key));
    }
  }

  /** Those at the end go on at the beginning. */
  public void testOneHomeForAll() {
    KeyTable slots = new KeyTable(0);
    List<Long> last = new ArrayList<>();
    for (long key = 0; last.size() < 20; key++) {
      if (KeyTable.hash(key) >>> 24 == 0xff) {
        last.add(key);
      }
    }
    for (int i = 0; i < last.size(); i++) {
      slots.putIfAbsent(last.get(i), i);
    }
    slots.remove(last.get(0));
    slots.remove(last.get(7));
    for (int i = 0; i < last.size(); i++) {
      assertEquals(i == 0 || i == 7 ? KeyTable.NONE : i, slots.get(last.get(i)));
    }
  }
}
