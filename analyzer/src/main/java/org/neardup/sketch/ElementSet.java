// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

import java.util.Arrays;

/**
 * A set of elements, kept whole: exact resemblance and containment. Immutable; may be empty. Two
 * sets are compared in O(size + size).
 */
public final class ElementSet {
  /** Ascending (signed), distinct. */
  private final long[] elements;

  private ElementSet(long[] elements) {
    this.elements = elements;
  }

  /**
   * The distinct elements among the first {@code count}.
   *
   * @param elements copied; any order
   * @throws IllegalArgumentException if there are fewer than {@code count}
   */
  public static ElementSet of(long[] elements, int count) {
    Checks.between("count", count, 0, elements.length);
    long[] sorted = Arrays.copyOf(elements, count);
    Arrays.sort(sorted);
    return new ElementSet(distinct(sorted, count));
  }

  private static long[] distinct(long[] sorted, int count) {
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[size++] = sorted[i];
      }
    }
    return size == sorted.length ? sorted : Arrays.copyOf(sorted, size);
  }

  /** The number of distinct elements. */
  public int size() {
    return elements.length;
  }

  /** |A∩B|. */
  public int intersectionSize(ElementSet other) {
    long[] a = elements;
    long[] b = other.elements;
    int common = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      long x = a[i];
      long y = b[j];
      common += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
    return common;
  }

  /** |A∩B| / |A∪B|; 1 if both are empty. */
  public double resemblance(ElementSet other) {
    int common = intersectionSize(other);
    int all = size() + other.size() - common;
    return all == 0 ? 1 : (double) common / all;
  }

  /** |A∩B| / |A|, the share of this set that is in the other; 1 if this set is empty. */
  public double containment(ElementSet other) {
    return size() == 0 ? 1 : (double) intersectionSize(other) / size();
  }

  /** A∪B. */
  public ElementSet union(ElementSet other) {
    long[] all = Arrays.copyOf(elements, size() + other.size());
    System.arraycopy(other.elements, 0, all, size(), other.size());
    return of(all, all.length);
  }

  /** The elements, ascending, in a new array. */
  public long[] toArray() {
    return elements.clone();
  }
}
