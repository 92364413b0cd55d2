// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.sketch.ElementSet;

public class TestElementCache extends LuceneTestCase {
  public void testForgetsWhatWasAskedForLeast() {
    ElementCache cache = new ElementCache(4 * 120);
    for (int i = 0; i < 4; i++) {
      cache.put(i, text(i));
    }
    assertEquals(4, cache.size());
    assertEquals(text(0).get().toArray()[0], cache.get(0).get().toArray()[0]);
    cache.put(4, text(4));
    assertNull("asked for least", cache.get(1));
    assertNotNull(cache.get(0));
    cache.put(5, Optional.empty());
    assertTrue("known to have none", cache.get(5).isEmpty());
    assertNull(cache.get(2));
    cache.clear();
    assertNull(cache.get(0));
  }

  public void testStaysWithinItsBounds() {
    ElementCache cache = new ElementCache(1000);
    for (int i = 0; i < 500; i++) {
      cache.put(i, random().nextBoolean() ? text(i) : Optional.empty());
      assertTrue(cache.size() <= 50);
    }
    cache.put(500, Optional.of(ElementSet.of(new long[2000], 2000)));
    assertNotNull("equal elements count once", cache.get(500));
    long[] many = random().longs(2000).toArray();
    cache.put(501, Optional.of(ElementSet.of(many, many.length)));
    assertEquals("more than there is room for", 0, cache.size());
  }

  private static Optional<ElementSet> text(int number) {
    long[] elements = new long[100];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = 1000L * number + i;
    }
    return Optional.of(ElementSet.of(elements, elements.length));
  }
}
