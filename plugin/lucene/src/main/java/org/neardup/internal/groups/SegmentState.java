// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.Marker;

/**
 * Which documents of a segment are live and visible. It takes a pass over the hidden ones to find
 * out, so a view takes it over from the one before as long as nothing in the segment changed.
 * Nobody changes the bits.
 *
 * @param version what identifies this state of the segment
 * @param live documents that are not deleted
 * @param visible of these, those that are not hidden
 * @param appeared of these, those with a sketch that the bands of the segment lack, as they were
 *     hidden when it was written
 * @param moved documents that are not in the group that they were written into
 */
public record SegmentState(
    Version version,
    FixedBitSet live,
    FixedBitSet visible,
    List<Integer> appeared,
    MovedDocs moved) {

  /**
   * One state of one segment: deletions come with other bits, updates of doc values with another
   * generation.
   */
  record Version(Object core, Bits liveDocs, long generation) {
    static Version of(LeafReader leaf) {
      return FilterLeafReader.unwrap(leaf) instanceof SegmentReader segment
          ? new Version(
              segment.getCoreCacheHelper().getKey(),
              segment.getLiveDocs(),
              segment.getSegmentInfo().getFieldInfosGen())
          : new Version(leaf, null, 0);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the same bits, not the same content
    public boolean equals(Object other) {
      return other instanceof Version version
          && core == version.core
          && liveDocs == version.liveDocs
          && generation == version.generation;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(core) + Long.hashCode(generation);
    }
  }

  public static SegmentState of(LeafReader leaf, SketchReader sketches) throws IOException {
    FixedBitSet visible = Marker.visible(leaf);
    return new SegmentState(
        Version.of(leaf), Marker.live(leaf), visible, appeared(sketches, visible), new MovedDocs());
  }

  /** Whether this and another are states of one segment. */
  boolean isOfSameSegment(SegmentState other) {
    return version.core.equals(other.version.core);
  }

  private static List<Integer> appeared(SketchReader sketches, FixedBitSet visible)
      throws IOException {
    if (sketches == null || !sketches.hasUnbanded()) {
      return List.of();
    }
    FixedBitSet appeared = sketches.unbanded();
    appeared.and(visible);
    List<Integer> docs = new ArrayList<>();
    DocIdSetIterator each = new BitSetIterator(appeared, appeared.length());
    for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
      if (sketches.value(doc) != null) { // a damaged one may have been taken away
        docs.add(doc);
      }
    }
    return docs;
  }

  /**
   * The documents of a segment that moved to another group than the one they were written into, by
   * group. The index has them by document, so looking for a group takes a pass over them. After
   * some passes they are sorted, and take 12 bytes each.
   */
  static final class MovedDocs {
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
}
