// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.util.Arrays;
import java.util.PriorityQueue;
import org.apache.lucene.util.ArrayUtil;

/** Documents that are to be decided, in order. For one thread. */
final class DirtyDocs {
  private final SegmentBuilders segments;
  private final DocumentComparator order;
  private final PriorityQueue<Integer> added;
  private int[] first = new int[64]; // those that are dirty at the beginning, in order
  private int count;
  private int next;

  DirtyDocs(SegmentBuilders segments, DocumentComparator order) {
    this.segments = segments;
    this.order = order;
    added = new PriorityQueue<>(order::compare);
  }

  /** Takes what the segments say is dirty. */
  void begin() {
    for (SegmentBuilder segment : segments.all()) {
      int doc = segment.nextDirty(0);
      for (; doc != NO_MORE_DOCS; doc = segment.nextDirty(doc + 1)) {
        first = ArrayUtil.grow(first, count + 1);
        first[count++] = segment.docBase() + doc;
      }
    }
    added.clear();
    order.sort(first, count);
  }

  boolean contains(int doc) {
    SegmentBuilder segment = segments.of(doc);
    return segment.isDirty(doc - segment.docBase());
  }

  /** Adds a document that is not among these, and comes after the last that {@link #next} gave. */
  void add(int doc) {
    SegmentBuilder segment = segments.of(doc);
    segment.setDirty(doc - segment.docBase());
    added.add(doc);
  }

  /** The next document, which remains among these until it is decided; -1 if there is none. */
  int next() {
    if (next < count && (added.isEmpty() || order.compare(first[next], added.peek()) < 0)) {
      return first[next++];
    }
    return added.isEmpty() ? -1 : added.poll();
  }

  /** The next documents, so many at most; none if there are none. Before any was added. */
  int[] next(int most) {
    int[] docs = Arrays.copyOfRange(first, next, Math.min(count, next + most));
    next += docs.length;
    return docs;
  }
}
