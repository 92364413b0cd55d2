// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import org.neardup.internal.record.GroupReader;

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
    record Move(long group, int doc) {}
    List<Move> moves = new ArrayList<>();
    segment.forEachThatMoved((doc, group) -> moves.add(new Move(group, doc)));
    moves.sort(Comparator.comparingLong(Move::group));
    groups = moves.stream().mapToLong(Move::group).toArray();
    docs = moves.stream().mapToInt(Move::doc).toArray();
  }
}
