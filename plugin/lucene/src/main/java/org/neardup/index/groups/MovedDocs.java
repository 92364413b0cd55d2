// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.util.IntroSorter;
import org.neardup.record.GroupReader;

/**
 * The documents of a segment that moved to another group than the one they were written into, by
 * group. The index has them by document, so looking for a group takes a pass over them. After some
 * passes they are sorted, and take 12 bytes each.
 */
final class MovedDocs {
  /** About as many passes take as long as sorting. */
  private static final int PASSES = 16;

  private int passes;
  private long[] groups; // ascending; null: not read
  private int[] docs;

  /**
   * Gives the documents that moved to a group, some of which may be deleted.
   *
   * @param segment always in the same state
   */
  void forEach(GroupReader segment, long group, IntConsumer action) throws IOException {
    if (passes < PASSES) {
      passes++;
      segment.forEachThatMoved(
          (doc, to) -> {
            if (to == group) {
              action.accept(doc);
            }
          });
      return;
    }
    if (groups == null) {
      read(segment);
    }
    int first = Arrays.binarySearch(groups, group);
    while (first > 0 && groups[first - 1] == group) {
      first--;
    }
    for (int i = Math.max(0, first); i < groups.length && groups[i] == group; i++) {
      action.accept(docs[i]);
    }
  }

  private void read(GroupReader segment) throws IOException {
    IntStream.Builder moved = IntStream.builder();
    LongStream.Builder to = LongStream.builder();
    segment.forEachThatMoved(
        (doc, group) -> {
          moved.add(doc);
          to.add(group);
        });
    docs = moved.build().toArray();
    groups = to.build().toArray();
    sort();
  }

  private void sort() {
    new IntroSorter() {
      private long group;
      private int doc;

      @Override
      protected void setPivot(int i) {
        group = groups[i];
        doc = docs[i];
      }

      @Override
      protected int comparePivot(int i) {
        int order = Long.compare(group, groups[i]);
        return order != 0 ? order : Integer.compare(doc, docs[i]);
      }

      @Override
      protected void swap(int i, int j) {
        long groupOfI = groups[i];
        groups[i] = groups[j];
        groups[j] = groupOfI;
        int docOfI = docs[i];
        docs[i] = docs[j];
        docs[j] = docOfI;
      }
    }.sort(0, groups.length);
  }
}
