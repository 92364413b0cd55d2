// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import org.apache.lucene.util.ArrayUtil;

/**
 * A key that many documents share: those of them that are visible, in order. A document is compared
 * with the first of them only, so that a template on a million pages does not compare each with
 * all. For one derivation.
 */
final class HotKey {
  private static final int[] NONE = {};

  private final IntBinaryOperator order;
  private final int window;
  private int[] visible = new int[16];
  private int size;

  /**
   * A key under which no document is visible yet.
   *
   * @param order compares two documents
   * @param window how many visible documents others are compared with
   */
  HotKey(IntBinaryOperator order, int window) {
    this.order = order;
    this.window = window;
  }

  /** Whether some visible documents are not compared with others. */
  boolean isOverfull() {
    return size > window;
  }

  /** Gives the visible documents that one is compared with: earlier ones, in order. */
  void forEachBefore(int doc, IntConsumer action) {
    int end = Math.min(size, window);
    for (int i = 0; i < end && order.applyAsInt(visible[i], doc) < 0; i++) {
      action.accept(visible[i]);
    }
  }

  /**
   * Notes that a document became visible, or that it is not visible any more.
   *
   * @return the documents that others are compared with from now on and were not, or the other way
   *     round: none, or this one, or this one and the one that it pushes out or lets in
   */
  int[] change(int doc, boolean isVisible) {
    int rank = rank(doc);
    boolean wasVisible = rank < size && visible[rank] == doc;
    if (wasVisible == isVisible) {
      return NONE;
    }
    int last; // the one at the end of the window that is compared in one of both cases
    if (isVisible) {
      visible = ArrayUtil.grow(visible, size + 1);
      System.arraycopy(visible, rank, visible, rank + 1, size - rank);
      visible[rank] = doc;
      size++;
      last = size > window ? window : -1;
    } else {
      size--;
      System.arraycopy(visible, rank + 1, visible, rank, size - rank);
      last = size >= window ? window - 1 : -1;
    }
    if (rank >= window) {
      return NONE;
    }
    return last < 0 ? new int[] {doc} : new int[] {doc, visible[last]};
  }

  /** How many visible documents come before one. */
  private int rank(int doc) {
    int low = 0;
    for (int high = size; low < high; ) {
      int middle = (low + high) >>> 1;
      if (order.applyAsInt(visible[middle], doc) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
