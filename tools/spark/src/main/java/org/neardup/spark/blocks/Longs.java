// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** A growing list of numbers. For one thread. */
public final class Longs {
  private long[] values = new long[16];
  private int size;

  public void add(long value) {
    reach(size + 1);
    values[size++] = value;
  }

  /** Adds to one of the numbers; those up to it that were not there are 0. */
  public void addAt(int index, long more) {
    if (index >= size) {
      reach(index + 1);
      Arrays.fill(values, size, index + 1, 0); // what was there before clear()
      size = index + 1;
    }
    values[index] += more;
  }

  private void reach(int length) {
    if (length > values.length) {
      values = Arrays.copyOf(values, grown(values.length, length));
    }
  }

  /**
   * How long an array becomes that must be longer: twice as long, since to grow by an eighth, as
   * {@link ArrayUtil#grow} does, copies each value eight times.
   */
  static int grown(int length, int least) {
    return (int) Math.max(least, Math.min(2L * length, ArrayUtil.MAX_ARRAY_LENGTH));
  }

  public void set(int index, long value) {
    values[index] = value;
  }

  public long get(int index) {
    return values[index];
  }

  public int size() {
    return size;
  }

  /** Begins anew. */
  public void clear() {
    size = 0;
  }

  /** Puts the numbers in ascending order. */
  public void sort() {
    Arrays.sort(values, 0, size);
  }

  public long[] toArray() {
    return Arrays.copyOf(values, size);
  }

  /** The numbers at some places. */
  public long[] at(int[] places) {
    long[] found = new long[places.length];
    for (int i = 0; i < places.length; i++) {
      found[i] = values[places[i]];
    }
    return found;
  }

  /** The same of numbers of 32 bits. */
  public int[] intsAt(int[] places) {
    int[] found = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      found[i] = (int) values[places[i]];
    }
    return found;
  }
}
