// SPDX-License-Identifier: Apache-2.0
package org.neardup.sketch;

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
    int size = Sorted.distinct(copy, count);
    return new ElementSet(size == count ? copy : Arrays.copyOf(copy, size));
  }

  /** The number of distinct elements. */
  public int size() {
    return elements.length;
  }

  /** |A∩B|. */
  public int intersectionSize(ElementSet other) {
    return Sorted.common(elements, other.elements);
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
    return new ElementSet(Sorted.union(elements, other.elements));
  }

  /** The elements, ascending, in a new array. */
  public long[] toArray() {
    return elements.clone();
  }
}
