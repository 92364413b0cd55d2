// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Arrays;

/** Counts well-mixed 64-bit hashes: open addressing with linear probing. For one thread. */
final class OccurrenceCounter {
  private long[] keys = new long[64];
  private int[] counts = new int[64]; // 0: a free place
  private int size;

  void clear() {
    Arrays.fill(counts, 0);
    size = 0;
  }

  /** How often the key was added before this time. */
  int add(long key) {
    int at = find(key);
    if (counts[at] == 0) {
      if (2 * size >= keys.length) {
        grow();
        at = find(key);
      }
      keys[at] = key;
      size++;
    }
    return counts[at]++;
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int at = (int) key & mask;
    while (counts[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    keys = new long[2 * oldKeys.length];
    counts = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldCounts[i] != 0) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        counts[at] = oldCounts[i];
      }
    }
  }
}
