// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.InPlaceMergeSorter;

/**
 * The documents of segments that are gone, to be recognised in those that they were merged into. A
 * document is recognised by what it is ordered by and its text's fingerprint, if no other one of
 * these has the same value of the last key. For one thread.
 */
final class MergedDocs {
  private final List<DerivedSegment> segments;
  private final List<FixedBitSet> found = new ArrayList<>(); // by segment
  private final long[] values; // by the last key of the order, ascending
  private final int[] segmentOf; // of the value
  private final int[] docOf;
  private int last = -1; // the number of the one that was found; negative: none was

  /**
   * Remembers segments.
   *
   * @param recognises whether any document may be found
   */
  MergedDocs(Collection<DerivedSegment> gone, boolean recognises) {
    // In the order of their first documents, so that usually there is nothing to sort.
    segments =
        gone.stream()
            .filter(segment -> SegmentBuilder.next(segment.docs(), 0) != NO_MORE_DOCS)
            .sorted(Comparator.comparingLong(segment -> recognises ? first(segment) : 0))
            .toList();
    int count = 0;
    for (DerivedSegment segment : segments) {
      found.add(new FixedBitSet(segment.docs().length()));
      count += recognises ? segment.docs().cardinality() : 0;
    }
    values = new long[count];
    segmentOf = new int[count];
    docOf = new int[count];
    int i = 0;
    for (int segment = 0; segment < segments.size() && recognises; segment++) {
      FixedBitSet docs = segments.get(segment).docs();
      SegmentContent content = segments.get(segment).content();
      for (int doc = SegmentBuilder.next(docs, 0);
          doc != NO_MORE_DOCS;
          doc = SegmentBuilder.next(docs, doc + 1)) {
        values[i] = content.last(doc);
        segmentOf[i] = segment;
        docOf[i++] = doc;
      }
    }
    new Sorter().sort(0, count);
  }

  private static long first(DerivedSegment segment) {
    return segment.content().last(segment.docs().nextSetBit(0));
  }

  private final class Sorter extends InPlaceMergeSorter {
    @Override
    protected int compare(int i, int j) {
      return Long.compare(values[i], values[j]);
    }

    @Override
    protected void swap(int i, int j) {
      long value = values[i];
      values[i] = values[j];
      values[j] = value;
      swap(segmentOf, i, j);
      swap(docOf, i, j);
    }

    private static void swap(int[] numbers, int i, int j) {
      int number = numbers[i];
      numbers[i] = numbers[j];
      numbers[j] = number;
    }
  }

  /** Whether a document of a new segment is one of these, which no other one was. */
  boolean find(SegmentContent content, int doc) {
    if (values.length == 0) {
      return false;
    }
    long value = content.last(doc);
    // The next one, if a merge kept the order.
    boolean isNext = last >= -1 && last + 1 < values.length && values[last + 1] == value;
    last = isNext ? last + 1 : Arrays.binarySearch(values, value);
    if (last < 0 || isShared(last)) {
      return false;
    }
    boolean isSame =
        content.isSame(doc, segment().content(), doc()) && !found.get(segmentOf[last]).get(doc());
    if (isSame) {
      found.get(segmentOf[last]).set(doc());
    }
    return isSame;
  }

  private boolean isShared(int i) {
    return (i > 0 && values[i - 1] == values[i])
        || (i + 1 < values.length && values[i + 1] == values[i]);
  }

  /** The segment of the document that was found last. */
  DerivedSegment segment() {
    return segments.get(segmentOf[last]);
  }

  /** That document in its segment. */
  int doc() {
    return docOf[last];
  }

  /** Gives the documents that were not found, each with its segment. */
  void forEachMissing(ObjIntConsumer<DerivedSegment> action) {
    for (int i = 0; i < segments.size(); i++) {
      DerivedSegment segment = segments.get(i);
      FixedBitSet missing = segment.docs().clone();
      missing.andNot(found.get(i));
      SegmentBuilder.forEach(missing, doc -> action.accept(segment, doc));
    }
  }
}
