// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.neardup.internal.codec.SketchReader;
import org.neardup.internal.groups.SegmentState;
import org.neardup.internal.record.NearDupFields;

/** What becomes visible as an index is changed as a whole is in the bands afterwards. */
public class TestBandRewriter extends CollapseTestCase {
  private static final int SOURCES = 3;
  private static final int VERSIONS = 12;

  private final Map<String, String> texts = new HashMap<>();

  /** Versions of some texts, in several segments. */
  private void fill(Directory directory, CollapseConfig config) throws IOException {
    Random random = new Random(random().nextLong());
    IndexWriterConfig writerConfig = writerConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, config, writerConfig)) {
      for (int i = 0; i < SOURCES * VERSIONS; i++) {
        String source = text(words("s" + i % SOURCES + "_", 150));
        String id = Integer.toString(i);
        texts.put(id, edit(random, source, i / SOURCES));
        writer.updateDocument(document(id, texts.get(id)));
        if (i % 10 == 5) {
          writer.flush();
        }
      }
    }
  }

  private static Set<String> visible(Directory directory) throws IOException {
    Set<String> ids = new HashSet<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      read(reader).values().stream().filter(doc -> !doc.hidden()).forEach(doc -> ids.add(doc.id()));
    }
    return ids;
  }

  private static List<Integer> unbanded(Directory directory) throws IOException {
    List<Integer> unbanded = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        SketchReader sketches = SketchReader.of(leaf, NearDupFields.SKETCH);
        assertTrue(sketches.hasBands());
        unbanded.addAll(SegmentState.of(leaf.reader(), sketches).appeared());
      }
    }
    return unbanded;
  }

  private void assertAllBanded(Directory directory, CollapseConfig config) throws IOException {
    assertEquals(List.of(), unbanded(directory));
    CheckReport report =
        IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
    assertEquals(List.of(), report.violations());
    Set<String> visible = visible(directory);
    try (CollapsingIndexWriter writer = open(directory, config)) {
      assertEquals(0, TableProbe.heldCount(writer));
      for (String id : visible) {
        Outcome copy = writer.updateDocument(document("copy of " + id, texts.get(id)));
        assertFalse(copy + " of " + id, copy instanceof Outcome.Visible);
      }
    }
  }

  public void testAfterARetune() throws IOException {
    CollapseConfig loose = CONFIG.withThreshold(0.5);
    CollapseConfig[] others = {
      CONFIG.withThreshold(0.9),
      CONFIG.withThreshold(0.3),
      loose.withPreference(Preference.LAST),
      CONFIG.withPreference(Preference.LONGEST)
    };
    for (CollapseConfig other : others) {
      try (Directory directory = newDirectory()) {
        fill(directory, loose);
        Set<String> before = visible(directory);
        IndexCheck.retune(directory, other, writerConfig());
        assertTrue(other.threshold() < 0.5 || !before.containsAll(visible(directory)));
        assertAllBanded(directory, other);
      }
    }
  }

  public void testAfterARepair() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG);
      IndexWriterConfig config = writerConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter behind = new IndexWriter(directory, config)) {
        behind.deleteDocuments(new Term("id", "0"));
        behind.updateDocValues(
            new Term("id", "4"), new NumericDocValuesField(NearDupFields.HIDDEN, (Long) null));
      }
      IndexCheck.repair(directory, CONFIG, writerConfig());
      assertAllBanded(directory, CONFIG);
    }
  }

  public void testNothingIsRewrittenThatHasItsBands() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG);
      Set<String> before = segments(directory);
      IndexCheck.repair(directory, CONFIG, writerConfig());
      IndexCheck.retune(directory, CONFIG, writerConfig());
      assertEquals(before, segments(directory));
    }
  }

  private static Set<String> segments(Directory directory) throws IOException {
    Set<String> names = new HashSet<>();
    SegmentInfos.readLatestCommit(directory).forEach(segment -> names.add(segment.info.name));
    return names;
  }

  /** However far it got. */
  public void testARetuneThatFailsLeavesTheIndexAsItWas() throws IOException {
    CollapseConfig loose = CONFIG.withThreshold(0.5);
    CollapseConfig strict = CONFIG.withThreshold(0.9);
    try (FailingDirectory directory = new FailingDirectory(new ByteBuffersDirectory())) {
      fill(directory, loose);
      Map<String, Found> before = found(directory);
      boolean failed = true;
      for (long calls = 1; failed; calls += 1 + random().nextInt(1 + (int) calls)) {
        directory.failAfter(calls, false);
        try {
          IndexWriterConfig writerConfig = writerConfig();
          writerConfig.setMergeScheduler(new SerialMergeScheduler()); // or other threads fail
          IndexCheck.retune(directory, strict, writerConfig);
          failed = false;
        } catch (IOException | RuntimeException e) { // merges wrap it
          directory.recover();
          assertEquals(loose, IndexInfo.read(directory).config());
          assertEquals(before, found(directory));
        }
      }
      directory.recover();
      assertAllBanded(directory, strict);
    }
  }

  private static Map<String, Found> found(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return read(reader);
    }
  }
}
