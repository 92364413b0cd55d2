// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.sketch;

import java.util.Arrays;

/**
 * A complete set of elements, for exact resemblance and containment. Immutable; may be empty. Two
 * sets are compared in time linear in their sizes.
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
    long[] copy = Arrays.copyOf(elements, count);
    int size = distinct(copy, count);
    return new ElementSet(size == count ? copy : Arrays.copyOf(copy, size));
  }

  /** The number of distinct elements. */
  public int size() {
    return elements.length;
  }

  /** |A∩B|. */
  public int intersectionSize(ElementSet other) {
    return commonAmongSmallest(other, Integer.MAX_VALUE);
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

  /** The elements, ascending, in a new array. */
  public long[] toArray() {
    return elements.clone();
  }

  /** How many of the smallest {@code limit} elements of A∪B are in A∩B. */
  public int commonAmongSmallest(ElementSet other, int limit) {
    long[] a = elements;
    long[] b = other.elements;
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

  /** Sorts the first {@code count} numbers, drops repeats, and returns how many are left. */
  public static int distinct(long[] numbers, int count) {
    Arrays.sort(numbers, 0, count);
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || numbers[i] != numbers[i - 1]) {
        numbers[size++] = numbers[i];
      }
    }
    return size;
  }
}
