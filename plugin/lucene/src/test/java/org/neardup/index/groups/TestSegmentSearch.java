// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.neardup.codec.BandKeys;
import org.neardup.codec.BandLookUp;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchParameters;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.record.NearDupFields;

/** Which segments are searched. */
public class TestSegmentSearch extends CollapseTestCase {
  private static final int[] SIZES = {300, 1, 20, 200, 30, 5, 10};
  private static final int LARGE = 0; // it has more than half of all keys

  private interface Check {
    void accept(
        CollapsingIndexWriter writer, DirectoryReader reader, List<SnapshotSegment> segments)
        throws IOException;
  }

  private static void check(Check check) throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, oneSegmentACommit())) {
      for (int i = 0; i < SIZES.length; i++) {
        add(writer, i, SIZES[i]);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        check.accept(writer, reader, segments(reader));
      }
    }
  }

  private static IndexWriterConfig oneSegmentACommit() {
    return new IndexWriterConfig(new WhitespaceAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
  }

  /** Adds a segment. */
  private static void add(CollapsingIndexWriter writer, int number, int size) throws IOException {
    for (int i = 0; i < size; i++) {
      String name = "s" + number + "d" + i;
      writer.updateDocument(document(name, text(words(name + "w", 20))));
    }
    writer.commit();
  }

  private static List<SnapshotSegment> segments(DirectoryReader reader) throws IOException {
    List<SnapshotSegment> segments = new ArrayList<>();
    for (LeafReaderContext context : reader.leaves()) {
      SketchReader sketches = SketchReader.of(context, NearDupFields.SKETCH);
      SegmentState state = SegmentState.of(context.reader(), sketches, CONFIG.variants().marker());
      segments.add(new SnapshotSegment(context, sketches, state, CONFIG.idField()));
    }
    return segments;
  }

  private static SegmentSearch filled(List<SnapshotSegment> segments) throws IOException {
    SegmentSearch search = new SegmentSearch(segments, null);
    search.fill(Long.MAX_VALUE);
    return search;
  }

  private static List<SnapshotSegment> searched(SegmentSearch search, BandKeys keys)
      throws IOException {
    BandLookUp lookUp = BandLookUp.candidates(keys, 10);
    return search.begin(lookUp, keys);
  }

  private static BandKeys keys(SnapshotSegment segment, int doc) throws IOException {
    SketchParameters parameters = segment.sketches().parameters();
    return new BandKeys(parameters, segment.sketches().copy(doc));
  }

  public void testFilterOfAllSegments() throws IOException {
    check(
        (writer, reader, segments) -> {
          BandKeys keys = keys(segments.get(1), 0);
          VisibleKeyFilter filter = new VisibleKeyFilter(1 << 20);
          assertSame(keys, filter.likely(keys));
          filter.begin(0);
          assertEquals(0, filter.likely(keys).count());
          filter.add(keys);
          assertEquals(keys.count(), filter.likely(keys).count());
          assertTrue(filter.mayContain(BandKeys.fingerprintKey(keys.sketch())));
          assertTrue(filter.likely(keys(segments.get(0), 0)).count() < 3);
        });
  }

  public void testAllUntilFilled() throws IOException {
    check(
        (writer, reader, segments) -> {
          SegmentSearch search = new SegmentSearch(segments, null);
          assertEquals(segments, searched(search, keys(segments.get(1), 0)));
        });
  }

  public void testNoneForLackOfRoom() throws IOException {
    check(
        (writer, reader, segments) -> {
          new SegmentSearch(segments, null).fill(0);
          segments.forEach(segment -> assertNull(segment.keys()));
          new SegmentSearch(segments, null).fill(8); // 21 keys
          for (SnapshotSegment segment : segments) {
            assertEquals(segment == segments.get(1), segment.keys() != null);
          }
        });
  }

  /** The large one, the one that has the document, and few others; in their order. */
  public void testThoseThatMayHaveIt() throws IOException {
    check(
        (writer, reader, segments) -> {
          SegmentSearch search = filled(segments);
          int documents = 0;
          int more = 0;
          for (int i = 0; i < SIZES.length; i++) {
            assertEquals(i == LARGE, segments.get(i).keys() == null);
            for (int doc = 0; doc < SIZES[i]; doc++, documents++) {
              List<SnapshotSegment> searched = searched(search, keys(segments.get(i), doc));
              assertTrue(searched.contains(segments.get(i)));
              List<SnapshotSegment> inOrder = new ArrayList<>(segments);
              inOrder.retainAll(searched);
              assertEquals(inOrder, searched);
              assertTrue(searched.contains(segments.get(LARGE)));
              more += searched.size() - (i == LARGE ? 1 : 2);
            }
          }
          // 22 keys are looked for in 5 others or 6, and 1 of 50 passes, about
          assertTrue(more + " for " + documents, more < documents * 6 * 22 / 40);
        });
  }

  public void testSetsAreKept() throws IOException {
    check(
        (writer, reader, segments) -> {
          SegmentSearch search = filled(segments);
          assertTrue(writer.deleteDocument("s2d0")); // another state of the same segment
          add(writer, SIZES.length, 2000);
          try (DirectoryReader newer = DirectoryReader.openIfChanged(reader)) {
            List<SnapshotSegment> newerSegments = segments(newer);
            SegmentSearch newerSearch = new SegmentSearch(newerSegments, search);
            for (int i = 0; i < SIZES.length; i++) {
              assertSame(segments.get(i).keys(), newerSegments.get(i).keys());
            }
            newerSearch.fill(Long.MAX_VALUE);
            for (int i = 0; i < SIZES.length; i++) {
              assertNotNull("small now: " + i, newerSegments.get(i).keys());
              if (i != LARGE) {
                assertSame(segments.get(i).keys(), newerSegments.get(i).keys());
              }
            }
            assertNull(newerSegments.getLast().keys());
          }
        });
  }
}
