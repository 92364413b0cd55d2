// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.lucene.util.IntroSorter;

/** Sorts rows by two numbers, without objects. */
public final class Order extends IntroSorter {
  private final long[] first;
  private final long[] second;
  private final int[] rows;
  private long pivotFirst;
  private long pivotSecond;

  private Order(long[] first, long[] second, int[] rows) {
    this.first = first;
    this.second = second;
    this.rows = rows;
  }

  /**
   * The rows in ascending order, by the first number and then the second.
   *
   * @param first and {@code second} become sorted, too
   */
  public static int[] of(long[] first, long[] second, int count) {
    int[] rows = IntStream.range(0, count).toArray();
    new Order(first, second, rows).sort(0, count);
    return rows;
  }

  /** The numbers of some rows, of 32 bits, in their order. */
  public static int[] intsAt(LongArrayList numbers, int[] rows) {
    return Arrays.stream(rows).map(row -> (int) numbers.get(row)).toArray();
  }

  @Override
  protected void swap(int i, int j) {
    long a = first[i];
    first[i] = first[j];
    first[j] = a;
    long b = second[i];
    second[i] = second[j];
    second[j] = b;
    int row = rows[i];
    rows[i] = rows[j];
    rows[j] = row;
  }

  @Override
  protected void setPivot(int i) {
    pivotFirst = first[i];
    pivotSecond = second[i];
  }

  @Override
  protected int comparePivot(int j) {
    int byFirst = Long.compare(pivotFirst, first[j]);
    return byFirst != 0 ? byFirst : Long.compare(pivotSecond, second[j]);
  }
}
