// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.Arrays;

/** Finds which segment of a reader a document is in. Immutable; safe for threads. */
final class SegmentFinder {
  private final int[] starts;
  private final int maxDoc;

  /** Of segments that begin at these documents, in ascending order, and end at one. */
  SegmentFinder(int[] starts, int maxDoc) {
    this.starts = starts;
    this.maxDoc = maxDoc;
  }

  /** The number of documents of all segments. */
  int maxDoc() {
    return maxDoc;
  }

  /** The first document of a segment. */
  int start(int segment) {
    return starts[segment];
  }

  /** The number of the segment of a document. */
  int segment(int doc) {
    int found = Arrays.binarySearch(starts, doc);
    if (found < 0) {
      return -2 - found;
    }
    while (found + 1 < starts.length && starts[found + 1] == doc) {
      found++; // segments without documents come before
    }
    return found;
  }
}
