// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.group;

import java.util.function.IntBinaryOperator;

/**
 * Of near-duplicates that are offered in any order, the one that resembles most; of equals the
 * earliest. For one thread.
 */
public final class MostResembling {
  private final IntBinaryOperator order;
  private int number = -1;
  private double resemblance;

  /** Of texts that are numbered in their order. */
  public MostResembling() {
    this(Integer::compare);
  }

  /**
   * Of texts in another order.
   *
   * @param order compares two numbers as a comparator does; the lesser is the earlier
   */
  public MostResembling(IntBinaryOperator order) {
    this.order = order;
  }

  /** Forgets what was offered. */
  public void clear() {
    number = -1;
  }

  /** Offers a near-duplicate, which may have been offered before. */
  public void offer(int other, double value) {
    if (number < 0
        || value > resemblance
        || (value == resemblance && order.applyAsInt(other, number) < 0)) {
      number = other;
      resemblance = value;
    }
  }

  /** The number of the one that resembles most; -1 if none was offered. */
  public int number() {
    return number;
  }
}
