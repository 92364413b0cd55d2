// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

/**
 * Numbers hashes from 0 in the order of their first occurrence: 16 to 32 bytes each. For one
 * thread.
 */
public final class Numbering {
  private long[] hashes = new long[1 << 10];

  /** One more than the number; 0 if the place is empty. */
  private int[] numbers = new int[1 << 10];

  private int size;

  /** The number of a hash; {@link #size} becomes one more if it is new. */
  public int number(long hash) {
    int at = find(hash);
    if (numbers[at] == 0) {
      hashes[at] = hash;
      numbers[at] = ++size;
      int number = size - 1;
      if (size > hashes.length / 4 * 3) {
        grow();
      }
      return number;
    }
    return numbers[at] - 1;
  }

  /** The number of a hash; -1 if it has none. */
  public int existing(long hash) {
    return numbers[find(hash)] - 1;
  }

  /** How many hashes have numbers. */
  public int size() {
    return size;
  }

  private int find(long hash) {
    int at = (int) (hash ^ hash >>> 32) & hashes.length - 1;
    while (numbers[at] != 0 && hashes[at] != hash) {
      at = at + 1 & hashes.length - 1;
    }
    return at;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldNumbers = numbers;
    int length = Math.multiplyExact(hashes.length, 2);
    hashes = new long[length];
    numbers = new int[length];
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldNumbers[i] != 0) {
        int at = find(oldHashes[i]);
        hashes[at] = oldHashes[i];
        numbers[at] = oldNumbers[i];
      }
    }
  }
}
