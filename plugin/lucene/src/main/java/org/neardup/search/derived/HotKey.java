// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import org.apache.lucene.util.ArrayUtil;

/**
 * A key that many documents share: those of them that are visible, in order. A document is compared
 * with the first of them only, so that a template on a million pages does not compare each with
 * all. For one derivation.
 */
final class HotKey {
  private final DocumentComparator order;
  private final int window;
  private int[] visible = new int[16];
  private int size;

  /**
   * A key under which no document is visible yet.
   *
   * @param window how many visible documents others are compared with
   */
  HotKey(DocumentComparator order, int window) {
    this.order = order;
    this.window = window;
  }

  /** Whether some visible documents are not compared with others. */
  boolean isOverfull() {
    return size > window;
  }

  /** How many visible documents others are compared with. */
  int windowSize() {
    return Math.min(size, window);
  }

  /** One of those, in order. */
  int inWindow(int rank) {
    return visible[rank];
  }

  /**
   * Notes that a document became visible, unless that is known.
   *
   * @return the document that others were compared with until now, and are no longer; -1 if there
   *     is none
   */
  int add(int doc) {
    int rank = rank(doc);
    if (rank < size && visible[rank] == doc) {
      return -1;
    }
    visible = ArrayUtil.grow(visible, size + 1);
    System.arraycopy(visible, rank, visible, rank + 1, size - rank);
    visible[rank] = doc;
    size++;
    return rank < window && size > window ? visible[window] : -1;
  }

  /**
   * Notes that a document is not visible any more, which may be known.
   *
   * @return the document that others are compared with from now on, and were not; -1 if there is
   *     none
   */
  int remove(int doc) {
    int rank = rank(doc);
    if (rank == size || visible[rank] != doc) {
      return -1;
    }
    size--;
    System.arraycopy(visible, rank + 1, visible, rank, size - rank);
    return rank < window && size >= window ? visible[window - 1] : -1;
  }

  /** Whether others are compared with a document, if it is visible. */
  boolean reaches(int doc) {
    return rank(doc) < window;
  }

  /** How many visible documents come before one. */
  private int rank(int doc) {
    int low = 0;
    for (int high = size; low < high; ) {
      int middle = (low + high) >>> 1;
      if (order.compare(visible[middle], doc) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
