// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IntsRef;

/** Beside a list of all keys. */
public class TestBandChains extends LuceneTestCase {

  public void testFindsWhatSharesAKeyOfABand() {
    for (int round = 0; round < 50; round++) {
      int bands = 1 + random().nextInt(30);
      int different = 1 + random().nextInt(2000);
      BandChains chains = new BandChains(bands);
      List<long[]> texts = new ArrayList<>();
      for (int i = random().nextInt(700); i >= 0; i--) {
        long[] keys =
            keys(random().nextInt(4) == 0 ? random().nextInt(bands + 1) : bands, different);
        assertEquals(sharing(texts, keys), found(chains.sharing(keys)));
        if (random().nextInt(3) > 0) {
          chains.add(keys);
          texts.add(keys);
        }
      }
    }
  }

  /** Keys that differ, if at all, in bits that are compared; some in those alone that are first. */
  private static long[] keys(int count, int different) {
    return random()
        .longs(count, 0, different)
        .map(key -> random().nextBoolean() ? key << 33 : Long.reverse(key))
        .toArray();
  }

  private static Set<Integer> sharing(List<long[]> texts, long[] keys) {
    Set<Integer> sharing = new TreeSet<>();
    for (int i = 0; i < texts.size(); i++) {
      for (int band = 0; band < Math.min(keys.length, texts.get(i).length); band++) {
        if (texts.get(i)[band] == keys[band]) {
          sharing.add(i);
        }
      }
    }
    return sharing;
  }

  private static Set<Integer> found(IntsRef found) {
    Set<Integer> numbers = new TreeSet<>();
    for (int i = 0; i < found.length; i++) {
      assertTrue("each once", numbers.add(found.ints[found.offset + i]));
    }
    return numbers;
  }
}
