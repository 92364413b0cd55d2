// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.LogMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.NoMergeScheduler;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.index.UpgradeIndexMergePolicy;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.codecs.asserting.AssertingCodec;
import org.apache.lucene.tests.index.MockRandomMergePolicy;
import org.neardup.internal.record.NearDupFields;
import org.neardup.search.OneVersion;

/**
 * With each supported setting of an index writer the same documents become the same index, and what
 * is not supported is refused.
 */
public class TestWriterSettings extends CollapseTestCase {
  private static final int GROUPS = 8;
  private static final int VERSIONS = 6;

  private static IndexWriterConfig config(Consumer<IndexWriterConfig> setting) {
    IndexWriterConfig config =
        new IndexWriterConfig(new WhitespaceAnalyzer())
            .setCodec(new Lucene104Codec())
            .setMergeScheduler(new SerialMergeScheduler())
            .setMaxBufferedDocs(7);
    setting.accept(config);
    return config;
  }

  private static CollapsingIndexWriter open(
      Directory directory, Consumer<IndexWriterConfig> setting) throws IOException {
    return CollapsingIndexWriter.open(directory, CONFIG, config(setting));
  }

  private static void assertSupported(Consumer<IndexWriterConfig> setting) throws IOException {
    assertEquals(
        history(new ByteBuffersDirectory(), config -> {}), history(newDirectory(), setting));
  }

  /** What the index shows after each step; at the end a check finds nothing. */
  private static List<Map<String, Found>> history(
      Directory empty, Consumer<IndexWriterConfig> setting) throws IOException {
    try (Directory directory = empty) {
      List<Map<String, Found>> history = new ArrayList<>();
      collapse(directory, setting, history);
      promote(directory, setting, history);
      CollapseConfig strict = CONFIG.withThreshold(0.95);
      IndexCheck.retune(directory, strict, config(setting));
      try (DirectoryReader visible = OneVersion.wrap(DirectoryReader.open(directory))) {
        history.add(read(visible));
      }
      assertEquals(
          List.of(),
          IndexCheck.check(directory, strict, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS)
              .violations());
      return history;
    }
  }

  private static void collapse(
      Directory directory, Consumer<IndexWriterConfig> setting, List<Map<String, Found>> history)
      throws IOException {
    try (CollapsingIndexWriter writer = open(directory, setting)) {
      for (int i = 0; i < GROUPS * VERSIONS; i++) {
        writer.updateDocument(version(i));
        if (i % 10 == 9) {
          writer.flush();
        }
        if (i % 15 == 14) {
          writer.commit();
        }
      }
      history.add(read(writer));
      assertEquals(
          GROUPS, history.getLast().values().stream().filter(found -> !found.hidden()).count());
    }
  }

  /** The first document of a group is the visible one. */
  private static void promote(
      Directory directory, Consumer<IndexWriterConfig> setting, List<Map<String, Found>> history)
      throws IOException {
    try (CollapsingIndexWriter writer = open(directory, setting)) {
      for (int group = 0; group < GROUPS; group += 2) {
        assertEquals(1, writer.deleteDocuments("" + group));
      }
      history.add(read(writer));
      writer.updateDocument(document("1", text(words("other", 30))));
      writer.updateDocument(version(2 * GROUPS + 3)); // the same again
      writer.commit();
      assertEquals(1, writer.deleteDocuments("3"));
      writer.forceMerge(2);
      assertEquals(1, writer.deleteDocuments("" + GROUPS));
      history.add(read(writer));
      writer.reconcile();
      history.add(read(writer));
    }
  }

  private static Document version(int i) {
    List<String> words = words("group" + i % GROUPS + "w", 60);
    words.set(30, "x" + i / GROUPS % 3); // some have the same text
    Document version = document("" + i, text(words));
    version.add(new NumericDocValuesField("when", new Random(i).nextInt(100)));
    return version;
  }

  public void testIndexSort() throws IOException {
    for (boolean reverse : new boolean[] {false, true}) {
      Sort sort = new Sort(new SortField("when", SortField.Type.LONG, reverse));
      assertSupported(config -> config.setIndexSort(sort));
    }
  }

  public void testParentField() throws IOException {
    assertSupported(config -> config.setParentField("parent"));
    Sort sort = new Sort(new SortField("when", SortField.Type.LONG));
    assertSupported(config -> config.setParentField("parent").setIndexSort(sort));
  }

  public void testCodecs() throws IOException {
    assertSupported(config -> config.setCodec(new AssertingCodec()));
    assertSupported(
        config -> config.setCodec(new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION)));
  }

  public void testMergePolicies() throws IOException {
    TieredMergePolicy tiered = new TieredMergePolicy().setSegmentsPerTier(2);
    for (MergePolicy policy :
        List.of(
            NoMergePolicy.INSTANCE,
            eager(new LogDocMergePolicy()),
            eager(new LogByteSizeMergePolicy()),
            tiered,
            new UpgradeIndexMergePolicy(tiered),
            new MockRandomMergePolicy(random()))) {
      assertSupported(config -> config.setMergePolicy(policy));
    }
  }

  private static LogMergePolicy eager(LogMergePolicy policy) {
    policy.setMergeFactor(2);
    return policy;
  }

  public void testMergeSchedulers() throws IOException {
    assertSupported(config -> config.setMergeScheduler(new ConcurrentMergeScheduler()));
    try (Directory directory = newDirectory()) {
      Consumer<IndexWriterConfig> none =
          config -> config.setMergeScheduler(NoMergeScheduler.INSTANCE);
      try (CollapsingIndexWriter writer = open(directory, none)) {
        writer.updateDocument(version(0));
        assertTrue(writer.updateDocument(version(GROUPS)) instanceof Outcome.Hidden);
      }
      assertEquals(
          "mergeScheduler of writerConfig must run merges, got NoMergeScheduler",
          expectThrows(
                  IllegalArgumentException.class,
                  () -> IndexCheck.retune(directory, CONFIG.withThreshold(0.9), config(none)))
              .getMessage());
    }
  }

  public void testOtherSettings() throws IOException {
    assertSupported(config -> config.setReaderPooling(false));
    assertSupported(config -> config.setReaderPooling(true));
    assertSupported(config -> config.setUseCompoundFile(!config.getUseCompoundFile()));
    assertSupported(config -> config.setCheckPendingFlushUpdate(false));
    assertSupported(config -> config.setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE));
    assertSupported(config -> config.setLeafSorter(Comparator.comparingInt(LeafReader::maxDoc)));
    assertSupported(
        config ->
            config
                .setMaxFullFlushMergeWaitMillis(10_000)
                .setMergePolicy(eager(new LogDocMergePolicy())));
  }

  public void testNamesOfOurFieldsAreRefused() throws IOException {
    String name = NearDupFields.ORDER;
    assertRefused(
        "parentField of writerConfig must not start with _neardup_, got " + name,
        config -> config.setParentField(name));
    assertRefused(
        "fields of indexSort of writerConfig must not start with _neardup_, got " + name,
        config ->
            config.setIndexSort(
                new Sort(
                    new SortField("when", SortField.Type.LONG),
                    new SortField(name, SortField.Type.LONG))));
  }

  public void testSoftDeletesAreRefused() throws IOException {
    for (String name : List.of(NearDupFields.HIDDEN, "gone")) {
      assertRefused(
          "writerConfig must not set a soft deletes field, got " + name,
          config -> config.setSoftDeletesField(name));
    }
    MergePolicy retaining =
        new SoftDeletesRetentionMergePolicy(
            NearDupFields.HIDDEN, () -> MatchAllDocsQuery.INSTANCE, new TieredMergePolicy());
    MergePolicy wrapped = new UpgradeIndexMergePolicy(retaining);
    assertRefused(
        "mergePolicy of writerConfig must not retain deleted documents, got " + retaining,
        config -> config.setMergePolicy(wrapped));
  }

  private static void assertRefused(String message, Consumer<IndexWriterConfig> setting)
      throws IOException {
    try (Directory directory = newDirectory()) {
      assertEquals(
          message,
          expectThrows(IllegalArgumentException.class, () -> open(directory, setting))
              .getMessage());
      for (String file : directory.listAll()) {
        assertTrue(file, file.startsWith("extra")); // which the test framework adds
      }
    }
  }
}
