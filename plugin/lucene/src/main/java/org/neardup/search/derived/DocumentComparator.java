// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import org.apache.lucene.util.IntroSorter;

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
        sorter(docs).sort(0, count);
        return;
      }
    }
  }

  private IntroSorter sorter(int[] docs) {
    return new IntroSorter() {
      private int pivot;

      @Override
      protected void setPivot(int i) {
        pivot = docs[i];
      }

      @Override
      protected int comparePivot(int i) {
        return DocumentComparator.this.compare(pivot, docs[i]);
      }

      @Override
      protected int compare(int i, int j) {
        return DocumentComparator.this.compare(docs[i], docs[j]);
      }

      @Override
      protected void swap(int i, int j) {
        int doc = docs[i];
        docs[i] = docs[j];
        docs[j] = doc;
      }
    };
  }
}
