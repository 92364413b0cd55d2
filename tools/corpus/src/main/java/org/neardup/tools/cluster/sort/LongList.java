// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import org.apache.lucene.util.ArrayUtil;

/** Numbers in the order in which they were added. For one thread. */
public final class LongList {
  private long[] values = new long[64];
  private int size;

  public void add(long value) {
    values = ArrayUtil.grow(values, size + 1);
    values[size++] = value;
  }

  /** All of them, and what room there is behind. */
  long[] values() {
    return values;
  }

  int size() {
    return size;
  }
}
