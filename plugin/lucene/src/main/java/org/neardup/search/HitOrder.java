// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.Comparator;
import org.apache.lucene.search.FieldComparator;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.Pruning;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;

/** The order of hits: as the sort says, then by document number. For one thread. */
final class HitOrder implements Comparator<FieldDoc> {
  private final FieldComparator<?>[] comparators;
  private final int[] directions; // 1, or -1 where reversed

  /**
   * The order of a sort.
   *
   * @param slots how many hits {@link #comparator} can hold
   */
  HitOrder(Sort sort, int slots) {
    SortField[] fields = sort.getSort();
    comparators = new FieldComparator<?>[fields.length];
    directions = new int[fields.length];
    for (int i = 0; i < fields.length; i++) {
      comparators[i] = fields[i].getComparator(slots, Pruning.NONE);
      directions[i] = fields[i].getReverse() ? -1 : 1;
    }
  }

  int fields() {
    return comparators.length;
  }

  FieldComparator<?> comparator(int field) {
    return comparators[field];
  }

  /** Compares two held hits by the sort alone. */
  int compareSlots(int one, int other) {
    int order = 0;
    for (int i = 0; i < comparators.length && order == 0; i++) {
      order = directions[i] * comparators[i].compare(one, other);
    }
    return order;
  }

  @Override
  public int compare(FieldDoc one, FieldDoc other) {
    int order = 0;
    for (int i = 0; i < comparators.length && order == 0; i++) {
      order = directions[i] * compareValues(comparators[i], one.fields[i], other.fields[i]);
    }
    return order != 0 ? order : Integer.compare(one.doc, other.doc);
  }

  @SuppressWarnings("unchecked") // the values are the comparator's own
  private static <T> int compareValues(FieldComparator<T> comparator, Object one, Object other) {
    return comparator.compareValues((T) one, (T) other);
  }
}
