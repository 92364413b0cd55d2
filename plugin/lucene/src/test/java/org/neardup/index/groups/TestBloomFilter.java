// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestBloomFilter extends LuceneTestCase {
  private static final int LABELS = BloomFilter.LABELS;

  public void testHasAllLabelsOfAllKeys() {
    BloomFilter bits = new BloomFilter(1 + random().nextInt(2000));
    Map<Long, Long> labels = new HashMap<>();
    for (int i = random().nextInt(20_000); i > 0; i--) {
      long key = random().nextBoolean() ? storedKey() : random().nextInt(5000);
      int label = random().nextInt(LABELS);
      bits.add(key, label);
      assertFalse(bits.add(key, label));
      labels.merge(key, 1L << label, (a, b) -> a | b);
    }
    labels.forEach((key, there) -> assertEquals(0, there & ~bits.labels(key)));
  }

  /** As many others as its description says, whatever labels there are. */
  public void testOtherLabels() {
    assertEquals(.0005, shareOfOthers(3), .0002);
    assertEquals(.008, shareOfOthers(6), .001);
    assertEquals(.086, shareOfOthers(12), .005);
  }

  private static double shareOfOthers(int keysAWord) {
    int words = 1000 + random().nextInt(5000); // with fewer, keys spread more evenly
    int different = 1 + random().nextInt(LABELS);
    BloomFilter bits = new BloomFilter(words);
    for (int i = 0; i < words * keysAWord; i++) {
      bits.add(storedKey(), random().nextInt(different));
    }
    long labels = 0;
    int asked = 100_000;
    for (int i = 0; i < asked; i++) {
      labels += Long.bitCount(bits.labels(storedKey()));
    }
    return (double) labels / asked / LABELS;
  }

  public void testKeysInAllOrders() {
    BloomFilter bits = new BloomFilter(1 + random().nextInt(100_000));
    for (long key : new long[] {0, 1, 1L << 39, (1L << 40) - 1, storedKey()}) {
      int label = random().nextInt(LABELS);
      assertTrue(bits.add(key, label));
      assertFalse(bits.add(key, label));
      assertEquals(1L << label, bits.labels(key) & 1L << label);
    }
  }

  private static long storedKey() {
    return random().nextLong() >>> 24;
  }
}
