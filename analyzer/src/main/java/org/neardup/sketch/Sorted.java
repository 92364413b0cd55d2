// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.Arrays;

/** Sets as ascending (signed) arrays of distinct numbers. */
final class Sorted {
  private Sorted() {}

  /** Sorts the first {@code count} numbers, drops repeats, and returns how many are left. */
  static int distinct(long[] numbers, int count) {
    Arrays.sort(numbers, 0, count);
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || numbers[i] != numbers[i - 1]) {
        numbers[size++] = numbers[i];
      }
    }
    return size;
  }

  /** Throws if the numbers are not ascending and distinct. */
  static void check(long[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] <= numbers[i - 1]) {
        throw new IllegalArgumentException(
            "ranks must ascend, got " + numbers[i - 1] + " before " + numbers[i]);
      }
    }
  }

  /** How many numbers both sets have. */
  static int common(long[] a, long[] b) {
    return commonAmongSmallest(a, b, Integer.MAX_VALUE);
  }

  /** How many of the smallest {@code limit} numbers of the union both sets have. */
  static int commonAmongSmallest(long[] a, long[] b, int limit) {
    int common = 0;
    int seen = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length && seen < limit; seen++) {
      long x = a[i];
      long y = b[j];
      common += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return common;
  }

  static int unionSize(long[] a, long[] b) {
    return a.length + b.length - common(a, b);
  }

  static long[] union(long[] a, long[] b) {
    long[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return Arrays.copyOf(all, distinct(all, all.length));
  }
}
