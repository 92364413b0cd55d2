// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLru extends LuceneTestCase {
  public void testForgetsWhatWasAskedForLeast() {
    Lru<Integer, Integer> sizes = new Lru<>(4 * 120, (key, size) -> size);
    for (int i = 0; i < 4; i++) {
      sizes.put(i, 120);
    }
    assertEquals(4, sizes.count());
    assertNotNull(sizes.get(0));
    sizes.put(4, 120);
    assertNull("asked for least", sizes.get(1));
    assertNotNull(sizes.get(0));
    sizes.put(5, 20);
    assertNull(sizes.get(2));
    sizes.put(5, 10); // in the place of the other
    sizes.put(6, 110);
    assertNotNull(sizes.get(3));
    sizes.clear();
    assertNull(sizes.get(0));
  }

  public void testStaysWithinItsBounds() {
    Lru<Integer, Integer> sizes = new Lru<>(1000, (key, size) -> size);
    for (int i = 0; i < 500; i++) {
      sizes.put(i, 20 + random().nextInt(100));
      assertTrue(sizes.count() <= 50);
    }
    sizes.put(500, 2000);
    assertEquals("more than there is room for", 0, sizes.count());
  }
}
