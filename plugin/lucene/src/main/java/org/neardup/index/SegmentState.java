// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.codec.SketchReader;
import org.neardup.record.SegmentGroups;

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
record SegmentState(
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

  static SegmentState of(LeafReader leaf, SketchReader sketches, CollapseConfig config)
      throws IOException {
    SegmentGroups groups = new SegmentGroups(leaf);
    FixedBitSet visible = groups.visibleDocs(config.variants().markerField());
    return new SegmentState(
        Version.of(leaf), groups.liveDocs(), visible, appeared(sketches, visible), new MovedDocs());
  }

  /** Whoever made them visible; a hidden document may be without a sketch. */
  private static List<Integer> appeared(SketchReader sketches, FixedBitSet visible)
      throws IOException {
    List<Integer> appeared = new ArrayList<>();
    if (sketches != null && sketches.hasUnbanded()) {
      FixedBitSet unbanded = sketches.unbanded();
      unbanded.and(visible);
      DocIdSetIterator docs = new BitSetIterator(unbanded, unbanded.length());
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (sketches.value(doc) != null) {
          appeared.add(doc);
        }
      }
    }
    return appeared;
  }
}
