// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.ModelOperation.Delete;
import org.neardup.index.ModelOperation.Update;
import org.neardup.index.NaiveEngine.Place;
import org.neardup.internal.record.Marker;
import org.neardup.internal.record.NearDupFields;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;

/**
 * Plain Lucene writers take turns with ours on one index: they add, replace and delete documents,
 * and change fields of ours. Opening refuses what they left, a repair takes it in, no document is
 * lost, and then all is as if they had never been there.
 */
public class TestOtherWriters extends LuceneTestCase {
  private static final double THRESHOLD = 0.5;

  public void testRandomTurns() throws IOException {
    for (int i = 0; i < (TEST_NIGHTLY ? 2000 : 4); i++) {
      TextUniverse universe = TextUniverse.draw(new Random(random().nextLong()), THRESHOLD);
      for (int j = 0; j < 10; j++) {
        long seed = random().nextLong();
        try {
          new Turns(universe, new Random(seed)).run();
        } catch (AssertionError | RuntimeException | IOException e) {
          throw new AssertionError("turns " + seed + " of universe " + i, e);
        }
      }
    }
  }

  private static void assertRefused(Directory directory, CollapseConfig config, String change) {
    String message =
        expectThrows(
                IndexSettingsException.class,
                () -> CollapseTestCase.open(directory, config).close())
            .getMessage();
    assertTrue(message, message.startsWith("index must be written by Neardup alone, but "));
    assertTrue(message, message.contains(change));
    assertTrue(message, message.contains("neardup check --repair"));
  }

  public void testOpeningRefusesASegmentOfAnotherWriter() throws IOException {
    CollapseConfig config = CollapseTestCase.CONFIG;
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = CollapseTestCase.open(directory, config)) {
        writer.updateDocument(CollapseTestCase.document("1", "one two three four five six"));
      }
      try (IndexWriter other = new IndexWriter(directory, CollapseTestCase.writerConfig())) {
        other.updateDocument( // there are as many as before
            new Term("id", "1"), CollapseTestCase.document("2", "one two three four five six"));
      }
      assertRefused(directory, config, "was not written by Neardup");
      CheckReport report =
          IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
      assertEquals(1, report.count(Violation.Kind.OTHER_WRITER));
      assertEquals(1, report.count(Violation.Kind.FOREIGN_DOCUMENT));
      IndexCheck.repair(directory, config, CollapseTestCase.writerConfig());
      try (CollapsingIndexWriter writer = CollapseTestCase.open(directory, config)) {
        assertEquals(1, writer.deleteDocuments("2"));
      }
    }
  }

  public void testOpeningRefusesDeletionsOfAnotherWriter() throws IOException {
    CollapseConfig config = CollapseTestCase.CONFIG;
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = CollapseTestCase.open(directory, config)) {
        for (String id : List.of("1", "2", "3")) {
          writer.updateDocument(CollapseTestCase.document(id, "one two three four five six"));
        }
      }
      try (IndexWriter other =
          new IndexWriter(
              directory, CollapseTestCase.writerConfig().setMergePolicy(NoMergePolicy.INSTANCE))) {
        other.deleteDocuments(new Term("id", "1"));
      }
      assertRefused(directory, config, "it has 2 documents, where Neardup left 3");
      assertEquals( // nothing is visible, until it is repaired
          1,
          IndexCheck.repair(directory, config, CollapseTestCase.writerConfig())
              .reconciled()
              .visible());
      CollapseTestCase.open(directory, config).close();
    }
  }

  public void testACommitWithoutChangesIsNoChange() throws IOException {
    CollapseConfig config = CollapseTestCase.CONFIG;
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = CollapseTestCase.open(directory, config)) {
        writer.updateDocument(CollapseTestCase.document("1", "one two three four five six"));
        writer.commit();
        writer.updateDocument(CollapseTestCase.document("2", "one two three four five six"));
        writer.commit();
        assertEquals(1, writer.deleteDocuments("1"));
      }
      IndexWriterConfig noMerges =
          CollapseTestCase.writerConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter other = new IndexWriter(directory, noMerges)) {
        other.setLiveCommitData(other.getLiveCommitData()); // so that there is a commit
      }
      CollapseTestCase.open(directory, config).close();
    }
  }

  public void testADocumentWithTwoIdsHasEither() throws IOException {
    CollapseConfig config = CollapseTestCase.CONFIG;
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = CollapseTestCase.open(directory, config)) {
        writer.updateDocument(CollapseTestCase.document("1", "one two three four five six"));
      }
      try (IndexWriter other = new IndexWriter(directory, CollapseTestCase.writerConfig())) {
        for (String id : List.of("x", "a")) {
          Document twofold = CollapseTestCase.document(id + "1", "a text of " + id);
          twofold.add(new StringField("id", id + "2", Field.Store.NO));
          other.addDocument(twofold);
        }
      }
      RepairReport report = IndexCheck.repair(directory, config, CollapseTestCase.writerConfig());
      assertEquals(List.of(), report.notRepaired());
      try (CollapsingIndexWriter writer = CollapseTestCase.open(directory, config)) {
        assertEquals(1, writer.deleteDocuments("x2"));
        assertEquals(0, writer.deleteDocuments("x1"));
        Outcome outcome = writer.updateDocument(CollapseTestCase.document("a2", "another text"));
        assertTrue(outcome.replaced());
        assertEquals(0, writer.deleteDocuments("a1"));
        assertEquals(Set.of("1", "a2"), CollapseTestCase.read(writer).keySet());
      }
    }
  }

  /** One index, and those who write it. */
  private static final class Turns {
    private final TextUniverse universe;
    private final Random random;
    private final CollapseConfig config;
    private final Directory directory = new ByteBuffersDirectory();
    private final Map<String, Update> expected = new TreeMap<>();
    private final List<String> log = new ArrayList<>();

    Turns(TextUniverse universe, Random random) {
      this.universe = universe;
      this.random = random;
      CollapseConfig plain =
          TextUniverse.config(THRESHOLD)
              .withPreference(ModelOperation.drawPreference(random))
              .withMaxPending(random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1000);
      config = random.nextBoolean() ? plain.withScopeField("scope") : plain;
      log.add(config.toString());
    }

    void run() throws IOException {
      try {
        ours();
        for (int i = 0; i < 3; i++) {
          for (int turn = 1 + random.nextInt(3); turn > 0; turn--) {
            others();
          }
          repair();
          ours();
          checkAll();
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(String.join("\n", log), e);
      } finally {
        directory.close();
      }
    }

    private Update drawUpdate() {
      return Update.draw(random, universe, "", 12);
    }

    private IndexWriterConfig writerConfig() {
      LogDocMergePolicy merges = new LogDocMergePolicy(); // keeps the order of arrival
      merges.setMergeFactor(2 + random.nextInt(9));
      merges.setMinMergeDocs(2);
      MergePolicy policy = random.nextBoolean() ? NoMergePolicy.INSTANCE : merges;
      return new IndexWriterConfig(new WhitespaceAnalyzer())
          .setCodec(new Lucene104Codec())
          .setMergeScheduler(new SerialMergeScheduler())
          .setMaxBufferedDocs(2 + random.nextInt(20))
          .setMergePolicy(policy);
    }

    private void ours() throws IOException {
      log.add("ours");
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, config, writerConfig())) {
        for (int i = random.nextInt(12); i >= 0; i--) {
          switch (random.nextInt(8)) {
            case 0 -> writer.flush();
            case 1 -> writer.commit();
            case 2, 3 -> delete(writer);
            default -> update(writer);
          }
        }
      }
    }

    private void update(CollapsingIndexWriter writer) throws IOException {
      Update update = drawUpdate();
      log.add(update.toString());
      writer.updateDocument(update.document());
      expected.put(update.id(), update);
    }

    private void delete(CollapsingIndexWriter writer) throws IOException {
      Delete delete = new Delete(Integer.toString(random.nextInt(12)));
      log.add(delete.toString());
      assertEquals(
          expected.remove(delete.id()) != null ? 1 : 0, writer.deleteDocuments(delete.id()));
    }

    private void others() throws IOException {
      log.add("others");
      try (IndexWriter writer = new IndexWriter(directory, writerConfig())) {
        for (int i = random.nextInt(5); i >= 0; i--) {
          other(writer);
        }
      }
    }

    private void other(IndexWriter writer) throws IOException {
      Update update = drawUpdate();
      Term id = new Term("id", update.id());
      int kind = random.nextInt(8);
      log.add(kind + " " + update);
      switch (kind) {
        case 0, 1 -> {
          writer.addDocument(update.document());
          expected.put(update.id(), update);
        }
        case 2 -> {
          writer.updateDocument(id, update.document());
          expected.put(update.id(), update);
        }
        case 3, 4 -> {
          writer.deleteDocuments(id);
          expected.remove(update.id());
        }
        case 5 -> change(writer, id, Marker.FIELD, random.nextBoolean() ? 1L : null);
        default -> {
          String field =
              RandomPicks.randomFrom(random, List.of(NearDupFields.MOVED, NearDupFields.ORDER));
          change(writer, id, field, (long) random.nextInt(30));
        }
      }
    }

    private void change(IndexWriter writer, Term id, String field, Long value) throws IOException {
      log.add(field + " " + value);
      if (writer.getFieldNames().contains(field)) { // Lucene makes no new ones in updates
        writer.updateDocValues(id, new NumericDocValuesField(field, value));
      }
    }

    private void repair() throws IOException {
      log.add("repair");
      RepairReport report = IndexCheck.repair(directory, config, writerConfig());
      assertEquals(List.of(), report.notRepaired());
      checkAll();
    }

    private void checkAll() throws IOException {
      CheckReport report =
          IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
      assertEquals(List.of(), report.violations());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Map<String, Place> places = IndexState.read(reader, config.variants());
        IndexState.assertInvariants(places, universe, config);
        assertEquals(texts(expected, Update::text), texts(places, Place::text));
        if (config.variants() == Variants.HIDE) {
          search(reader, places);
        }
      }
    }

    private static <T> Map<String, String> texts(Map<String, T> all, Function<T, String> text) {
      Map<String, String> texts = new TreeMap<>();
      all.forEach((id, each) -> texts.put(id, text.apply(each)));
      return texts;
    }

    /** Each group of which some document matches is found, once. */
    private void search(DirectoryReader reader, Map<String, Place> places) throws IOException {
      String word = TextUniverse.drawWord(random);
      Query query = new TermQuery(new Term("text", word));
      Set<String> groups =
          places.entrySet().stream()
              .filter(each -> TextUniverse.words(each.getValue().text()).contains(word))
              .map(each -> group(each.getKey(), places))
              .collect(Collectors.toSet());
      Set<String> found = new HashSet<>();
      StoredFields stored = reader.storedFields();
      BestVersionDocs hits = new BestVersionSearch(new IndexSearcher(reader)).search(query, 100);
      for (BestVersionDocs.Hit hit : hits.hits()) {
        assertTrue(found.add(group(stored.document(hit.doc().doc).get("id"), places)));
      }
      assertEquals(groups, found);
    }

    private static String group(String id, Map<String, Place> places) {
      return Objects.requireNonNullElse(places.get(id).representative(), id);
    }
  }
}
