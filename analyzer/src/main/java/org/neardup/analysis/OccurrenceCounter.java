// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.Arrays;

/** Counts well-mixed 64-bit hashes: open addressing with linear probing. For one thread. */
final class OccurrenceCounter {
  private static final int FIRST_CAPACITY = 64;

  /** A table of at most this many places is always cleared: that takes next to no time. */
  private static final int FEW_PLACES = 4096;

  /** Up to this many places per key, clearing all of them is faster than growing again. */
  private static final int CLEARED_PER_KEY = 16;

  private long[] keys = new long[FIRST_CAPACITY];
  private int[] counts = new int[FIRST_CAPACITY]; // 0: a free place
  private int size;

  /** The number of places of the table. */
  int capacity() {
    return keys.length;
  }

  /**
   * Forgets all keys, in time linear in those added since the last call, not in the most ever
   * added.
   */
  void clear() {
    if (keys.length > FEW_PLACES && keys.length / CLEARED_PER_KEY > size) {
      keys = new long[FIRST_CAPACITY];
      counts = new int[FIRST_CAPACITY];
    } else {
      Arrays.fill(counts, 0);
    }
    size = 0;
  }

  /** Adds a key and returns how often it was added before. */
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
