// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.neardup.codec.BandLookUp;
import org.neardup.codec.SketchReader;
import org.neardup.group.BandKeys;
import org.neardup.index.CollapseTestCase;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.record.DocumentRecord;
import org.neardup.record.Marker;

/** Follows an index through flushes, merges and deletions, as a writer does at its refreshes. */
public class TestSegmentKeys extends CollapseTestCase {
  private final VisibleKeyFilter filter = new VisibleKeyFilter(1 << 22);
  private final Set<String> known = new HashSet<>(); // the ids of documents that it has
  private final List<String> ids = new ArrayList<>(); // of those that were not deleted
  private List<SnapshotSegment> segments = List.of();
  private SegmentKeys keys = new SegmentKeys(filter, segments);
  private int added;

  public void testEachKeyIsInASegmentThatShouldHaveIt() throws IOException {
    IndexWriterConfig config = writerConfig().setMaxBufferedDocs(2 + random().nextInt(5));
    LogDocMergePolicy merges = new LogDocMergePolicy();
    merges.setMergeFactor(2 + random().nextInt(4));
    config.setMergePolicy(merges).setMergeScheduler(new SerialMergeScheduler());
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, config)) {
      int filled = 1 + random().nextInt(10);
      for (int round = 0; round < 100; round++) { // more than there are labels
        change(writer);
        try (DirectoryReader reader = writer.openReader()) {
          follow(reader);
          if (round == filled || (round > filled && filter.isToBeFilled())) {
            keys.fill(0);
          }
          check(reader);
        }
      }
    }
  }

  public void testFlushedSegmentsHaveWhatWasPendingAndMergedOnesAll() throws IOException {
    IndexWriterConfig config = writerConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    config.setMaxBufferedDocs(1000).setRAMBufferSizeMB(64);
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, config)) {
        for (int i = 0; i < 4; i++) {
          add(writer, 5);
          try (DirectoryReader reader = writer.openReader()) {
            follow(reader);
            if (i == 1) {
              keys.fill(0);
            }
          }
        }
        assertEquals(List.of(1L, 2L, 4L, 8L), labels());
        assertEquals(List.of(segments.get(2)), keys.having(textHashKeys(segments.get(2))[0]));
      }
      IndexWriterConfig merging = writerConfig().setMergePolicy(new LogDocMergePolicy());
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, merging)) {
        writer.forceMerge(1);
        try (DirectoryReader reader = writer.openReader()) {
          follow(reader);
          assertEquals(List.of(1L | 2 | 4 | 8 | 16), labels());
          check(reader);
        }
      }
    }
  }

  private List<Long> labels() {
    return segments.stream().map(SnapshotSegment::labels).toList();
  }

  private void change(CollapsingIndexWriter writer) throws IOException {
    add(writer, random().nextInt(12));
    for (int i = random().nextInt(4); i > 0 && !ids.isEmpty(); i--) {
      assertTrue(writer.deleteDocument(ids.remove(random().nextInt(ids.size()))));
    }
    if (random().nextInt(20) == 0) {
      writer.forceMerge(1 + random().nextInt(3));
    }
  }

  private void add(CollapsingIndexWriter writer, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String id = "n" + added++;
      writer.updateDocument(document(id, text(words(id + "x", 30))));
      ids.add(id);
    }
  }

  private void follow(DirectoryReader reader) throws IOException {
    List<SnapshotSegment> now = new ArrayList<>();
    int label = filter.nextLabel();
    for (LeafReaderContext context : reader.leaves()) {
      SketchReader sketches = SketchReader.of(context, DocumentRecord.SKETCH_FIELD);
      SegmentState state = SegmentState.of(context.reader(), sketches, Marker.HIDDEN);
      SnapshotSegment segment = new SnapshotSegment(context, sketches, state, "id");
      now.add(segment);
      for (Map.Entry<String, BandKeys> document : documents(segment).entrySet()) {
        if (known.add(document.getKey())) {
          filter.add(document.getValue(), label);
        }
      }
    }
    keys = new SegmentKeys(filter, now);
    keys.follow(segments, label);
    segments = now;
  }

  /** The keys of the live documents of a segment, by id. */
  private static Map<String, BandKeys> documents(SnapshotSegment segment) throws IOException {
    Map<String, BandKeys> documents = new HashMap<>();
    List<Integer> live = new ArrayList<>();
    segment.forEachLive(live::add);
    for (int doc : live) {
      LiveDocument entry = segment.load(doc);
      assertFalse(entry.hidden);
      documents.put(
          entry.id, new BandKeys(segment.sketches().parameters(), segment.sketches().copy(doc)));
    }
    return documents;
  }

  private static long[] textHashKeys(SnapshotSegment segment) throws IOException {
    return documents(segment).values().stream()
        .mapToLong(each -> BandKeys.textHashKey(each.sketch()))
        .toArray();
  }

  private void check(DirectoryReader reader) throws IOException {
    int found = 0;
    for (SnapshotSegment segment : segments) {
      for (BandKeys own : documents(segment).values()) {
        assertTrue(keys.having(BandKeys.textHashKey(own.sketch())).contains(segment));
        assertEquals(own.count(), keys.likely(own).count());
        BandLookUp lookUp = BandLookUp.amongAll(own, 1000);
        assertTrue(keys.readAhead(lookUp).contains(segment));
        assertEquals(1, segment.find(lookUp).size());
        found++;
      }
    }
    assertEquals(reader.numDocs(), found);
  }
}
