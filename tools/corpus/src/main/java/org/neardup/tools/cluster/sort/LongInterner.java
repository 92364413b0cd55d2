// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import com.carrotsearch.hppc.LongIntHashMap;

/** Numbers hashes from 0 in the order of their first occurrence. For one thread. */
public final class LongInterner {
  private final LongIntHashMap numbers = new LongIntHashMap();

  /** The number of a hash; {@link #size} becomes one more if it is new. */
  public int number(long hash) {
    return numbers.putOrAdd(hash, numbers.size(), 0);
  }

  /** How many hashes have numbers. */
  public int size() {
    return numbers.size();
  }
}
