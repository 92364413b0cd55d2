// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.lucene.util.ArrayUtil;

/** Numbers under well-mixed keys, in 16 to 24 bytes each. For one thread. */
final class KeyChains {
  private static final int NONE = -1;

  private long[] keys = new long[64];
  private int[] numbers = new int[64];
  private int[] next = new int[64]; // entry of the same bucket
  private int[] buckets = new int[64]; // as many as a power of two
  private int count;

  KeyChains() {
    Arrays.fill(buckets, NONE);
  }

  /** Adds a number under a key. */
  void add(long key, int number) {
    if (count == buckets.length) {
      rehash(2 * count);
    }
    keys = ArrayUtil.grow(keys, count + 1);
    numbers = ArrayUtil.grow(numbers, count + 1);
    next = ArrayUtil.grow(next, count + 1);
    keys[count] = key;
    numbers[count] = number;
    chain(count++);
  }

  /** Gives all numbers under a key, the last one first. */
  void forEach(long key, IntConsumer action) {
    for (int entry = buckets[bucket(key)]; entry != NONE; entry = next[entry]) {
      if (keys[entry] == key) {
        action.accept(numbers[entry]);
      }
    }
  }

  private void rehash(int size) {
    buckets = new int[size];
    Arrays.fill(buckets, NONE);
    for (int entry = 0; entry < count; entry++) {
      chain(entry);
    }
  }

  private void chain(int entry) {
    int bucket = bucket(keys[entry]);
    next[entry] = buckets[bucket];
    buckets[bucket] = entry;
  }

  private int bucket(long key) {
    return (int) key & (buckets.length - 1);
  }
}
