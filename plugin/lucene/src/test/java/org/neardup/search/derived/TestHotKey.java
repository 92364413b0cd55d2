// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestHotKey extends LuceneTestCase {
  private static final int DOCS = 12;

  /**
   * Beside a sorted set: what changes is what is in the window before or after, and not in both.
   */
  public void testAChangeTellsHowTheWindowChanges() {
    Comparator<Integer> order = Comparator.comparingInt(doc -> 7 * doc % DOCS);
    for (int window = 0; window < DOCS + 2; window++) {
      HotKey key = new HotKey(order::compare, window);
      TreeSet<Integer> visible = new TreeSet<>(order);
      for (int i = 0; i < 500; i++) {
        int doc = random().nextInt(DOCS);
        Set<Integer> before = window(visible, window);
        boolean comes = random().nextBoolean();
        boolean isChange = comes ? visible.add(doc) : visible.remove(doc);
        Set<Integer> after = window(visible, window);
        Set<Integer> expected = new HashSet<>(before);
        expected.addAll(after);
        expected.removeIf(each -> before.contains(each) && after.contains(each));
        assertTrue(isChange || expected.isEmpty());
        List<Integer> changed = Arrays.stream(key.change(doc, comes)).boxed().toList();
        assertEquals(expected.size(), changed.size());
        assertEquals(expected, Set.copyOf(changed));
        assertEquals(visible.size() > window, key.isOverfull());
        int other = random().nextInt(DOCS);
        Set<Integer> earlier = new HashSet<>();
        key.forEachBefore(other, earlier::add);
        after.removeIf(each -> order.compare(each, other) >= 0);
        assertEquals(after, earlier);
      }
    }
  }

  private static Set<Integer> window(Set<Integer> visible, int window) {
    return visible.stream().limit(window).collect(Collectors.toCollection(HashSet::new));
  }
}
