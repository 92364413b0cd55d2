// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.Arrays;

/**
 * Compares documents, by their numbers in the reader, in the order of a derivation. For one thread.
 */
final class DocumentComparator {
  private final SegmentBuilders segments;
  private boolean hasTies;

  DocumentComparator(SegmentBuilders segments, boolean hasTies) {
    this.segments = segments;
    this.hasTies = hasTies;
  }

  /** Negative if the first document comes before the second, 0 if they are the same. */
  int compare(int a, int b) {
    SegmentBuilder ofA = segments.of(a);
    SegmentBuilder ofB = segments.of(b);
    OrderValues values = ofA.content.order();
    int compared = values.compare(a - ofA.docBase(), ofB.content.order(), b - ofB.docBase());
    if (compared != 0) {
      return compared;
    }
    hasTies |= a != b;
    return Integer.compare(a, b);
  }

  /**
   * Whether two documents that were compared had the same values: their order may be another once
   * they have other numbers.
   */
  boolean hasTies() {
    return hasTies;
  }

  /** Sorts the first documents of an array. */
  void sort(int[] docs, int count) {
    for (int i = 1; i < count; i++) {
      if (compare(docs[i - 1], docs[i]) > 0) {
        int[] sorted =
            Arrays.stream(docs, 0, count)
                .boxed()
                .sorted(this::compare)
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(sorted, 0, docs, 0, count);
        return;
      }
    }
  }
}
