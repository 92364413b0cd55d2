// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.neardup.compare.Guard;
import org.neardup.search.OneVersion;

/** Fields that are added to a document between the decision and the writing. */
public class TestLateFields extends CollapseTestCase {
  private static final int DIMENSIONS = 4;

  private static KnnFloatVectorField vector(int dimensions) {
    float[] vector = new float[dimensions];
    for (int i = 0; i < dimensions; i++) {
      vector[i] = 1 + random().nextFloat();
    }
    return new KnnFloatVectorField("v", vector);
  }

  private static DecidedDocument decide(CollapsingIndexWriter writer, Document document)
      throws IOException {
    return writer.decide(writer.prepare(document));
  }

  public void testOnlyVisibleDocumentsGetAVector() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      for (String[] each : new String[][] {{"1", TEXT}, {"2", NEAR}, {"3", FAR}}) {
        DecidedDocument decided = decide(writer, document(each[0], each[1]));
        Outcome outcome =
            decided.outcome() instanceof Outcome.Visible
                ? decided.write(fields -> fields.add(vector(DIMENSIONS)))
                : decided.write();
        assertEquals(outcome, decided.outcome());
      }
      assertHidden(writer, "2");
      assertEquals(Set.of("1", "3"), withVector(writer));
      assertEquals(List.of(), writer.visibleWithout("v"));
      writer.deleteDocuments("1");
      assertEquals(List.of("2"), writer.visibleWithout("v"));
      assertEquals(Set.of("2", "3"), Set.copyOf(writer.visibleWithout("never")));
      expectThrows(IllegalArgumentException.class, () -> writer.visibleWithout("id"));
    }
  }

  public void testWhatADecisionDependsOnIsRefused() throws IOException {
    CollapseConfig config =
        CONFIG
            .withScopeField("site")
            .withGuards(Guard.parse("field:price"))
            .withPreference(Preference.parse("max:date"));
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      DecidedDocument decided = decide(writer, dated("1", TEXT, 1));
      for (String name : List.of("id", "text", "site", "price", "date")) {
        var e =
            expectThrows(
                IllegalArgumentException.class,
                () ->
                    decided.write(
                        fields -> fields.add(new StringField(name, "x", Field.Store.YES))));
        assertEquals(
            "a field that is added to a decided document must not be one of"
                + " [date, id, price, site, text], got "
                + name
                + " of document 1",
            e.getMessage());
      }
      expectThrows(
          IllegalArgumentException.class,
          () -> decided.write(fields -> fields.add(new StoredField("_neardup_group", "x"))));
      assertEquals(new Outcome.Visible(false), decided.write());
    }
  }

  public void testAFailureLeavesTheDocumentToBeWritten() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      DecidedDocument decided = decide(writer, document("1", TEXT));
      expectThrows(
          IOException.class,
          () ->
              decided.write(
                  fields -> {
                    throw new IOException("the model is gone");
                  }));
      assertEquals(
          new Outcome.Visible(false), decided.write(fields -> fields.add(vector(DIMENSIONS))));
      var late =
          expectThrows(
              IllegalStateException.class,
              () -> decided.write(fields -> fields.add(vector(DIMENSIONS))));
      assertTrue(late.getMessage(), late.getMessage().contains("document 1"));
      assertEquals(Set.of("1"), withVector(writer));
      DecidedDocument refused = decide(writer, document("1", FAR));
      expectThrows(
          IllegalArgumentException.class,
          () -> refused.write(fields -> fields.add(vector(DIMENSIONS + 1))));
      assertEquals(TEXT, read(writer).get("1").text());
      assertEquals(Set.of("1"), withVector(writer));
    }
  }

  public void testADroppedDocumentIsNotWritten() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      writer.updateDocument(document("1", TEXT));
      DecidedDocument decided = decide(writer, document("2", NEAR));
      assertTrue(decided.outcome() instanceof Outcome.Dropped);
      Outcome outcome = decided.write(fields -> fields.add(vector(DIMENSIONS)));
      assertTrue(outcome instanceof Outcome.Dropped);
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

  private static Set<String> withVector(CollapsingIndexWriter writer) throws IOException {
    try (DirectoryReader reader = writer.openReader()) {
      return withVector(reader);
    }
  }

  private static Set<String> withVector(DirectoryReader reader) throws IOException {
    Set<String> ids = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      var vectors = leaf.reader().getFloatVectorValues("v");
      if (vectors != null) {
        DocIdSetIterator docs = vectors.iterator();
        while (docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          if (leaf.reader().getLiveDocs() == null
              || leaf.reader().getLiveDocs().get(docs.docID())) {
            ids.add(leaf.reader().storedFields().document(docs.docID()).get("id"));
          }
        }
      }
    }
    return ids;
  }

  /** What became of a document in a random history. */
  private enum Written {
    WRITTEN,
    REFUSED
  }

  /**
   * Threads write documents in any order, with fields or without, now or later, while others
   * commit; what is lost by a rollback is written again. Nothing else is lost, and embedding what
   * {@link CollapsingIndexWriter#visibleWithout} names comes to an end without moving anything.
   */
  public void testRandomHistories() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    int histories = TEST_NIGHTLY ? 100 : 2;
    try {
      for (int i = 0; i < histories; i++) {
        randomHistory(threads);
      }
    } finally {
      threads.shutdown();
    }
  }

  private void randomHistory(ExecutorService threads) throws Exception {
    Set<String> moved = ConcurrentHashMap.newKeySet(); // became visible
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void moved(String id, Optional<String> representative) {
            if (representative.isEmpty()) {
              moved.add(id);
            }
          }
        };
    List<String> texts = new ArrayList<>(List.of(TEXT, NEAR, FAR, edit(random(), FAR, 3)));
    Map<String, String> live = new TreeMap<>();
    Map<String, String> committed = new HashMap<>();
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, CONFIG, writerConfig(), listener);
      decide(writer, document("first", "too short"))
          .write(fields -> fields.add(vector(DIMENSIONS)));
      writer.commit(); // from here on vectors have so many dimensions
      live.put("first", "too short");
      committed.putAll(live);
      for (int step = 0; step < 12; step++) {
        Map<String, String> arriving = new HashMap<>();
        Map<String, Future<Written>> results = new HashMap<>();
        for (int i = 1 + random().nextInt(5); i > 0; i--) {
          arriving.put("d" + random().nextInt(12), texts.get(random().nextInt(texts.size())));
        }
        for (Map.Entry<String, String> each : arriving.entrySet()) {
          DecidedDocument decided = decide(writer, document(each.getKey(), each.getValue()));
          int how = random().nextInt(6);
          Field field = vector(how == 0 ? DIMENSIONS + 1 : DIMENSIONS);
          results.put(each.getKey(), threads.submit(() -> write(decided, how, field)));
        }
        if (random().nextInt(3) == 0) {
          writer.flush();
        }
        for (Map.Entry<String, Future<Written>> each : results.entrySet()) {
          if (each.getValue().get() != Written.REFUSED) {
            live.put(each.getKey(), arriving.get(each.getKey()));
          }
        }
        if (random().nextInt(4) == 0) {
          String gone = "d" + random().nextInt(12);
          assertEquals(live.remove(gone) == null ? 0 : 1, writer.deleteDocuments(gone));
        }
        check(writer, live);
        switch (random().nextInt(6)) {
          case 0 -> {
            writer.commit();
            committed = new HashMap<>(live);
          }
          case 1 -> {
            decide(writer, document("killed", TEXT)); // between decision and writing
            writer.rollback();
            writer = CollapsingIndexWriter.open(directory, CONFIG, writerConfig(), listener);
            live = new TreeMap<>(committed);
            check(writer, live);
          }
          default -> {}
        }
      }
      embed(writer, live, moved);
      writer.close();
    }
  }

  private static Written write(DecidedDocument decided, int how, Field field) throws IOException {
    try {
      switch (how) {
        case 0, 1, 2 -> {
          decided.write(fields -> fields.add(field));
        }
        case 3 -> decided.write();
        default ->
            decided.writeLater(
                refused -> {
                  throw refused;
                });
      }
      return Written.WRITTEN;
    } catch (IllegalStateException e) {
      return Written.WRITTEN; // another thread came first
    } catch (IllegalArgumentException e) {
      return Written.REFUSED;
    }
  }

  private static void check(CollapsingIndexWriter writer, Map<String, String> live)
      throws IOException {
    List<String> without = writer.visibleWithout("v");
    try (DirectoryReader reader = writer.openReader()) {
      Map<String, Found> found = read(reader);
      Map<String, String> texts = new TreeMap<>();
      found.values().forEach(each -> texts.put(each.id(), each.text()));
      assertEquals(live, texts);
      Set<String> expected = new HashSet<>();
      found.values().stream()
          .filter(each -> !each.hidden())
          .forEach(each -> expected.add(each.id()));
      expected.removeAll(withVector(reader));
      assertEquals(expected, Set.copyOf(without));
      assertEquals(without.size(), expected.size());
    }
  }

  private static void embed(
      CollapsingIndexWriter writer, Map<String, String> live, Set<String> moved)
      throws IOException {
    Map<String, Found> before = read(writer);
    moved.clear();
    for (String id : writer.visibleWithout("v")) {
      Document document = document(id, live.get(id));
      document.add(vector(DIMENSIONS));
      assertEquals(new Outcome.Visible(true), writer.updateDocument(document));
    }
    assertEquals(List.of(), writer.visibleWithout("v"));
    assertEquals(Set.of(), moved);
    Map<String, Found> after = read(writer);
    before.forEach((id, found) -> assertEquals(found.hidden(), after.get(id).hidden()));
    check(writer, live);
    try (DirectoryReader visible = OneVersion.wrap(writer.openReader())) {
      assertEquals(visible.numDocs(), withVector(visible).size());
    }
  }

  /** The listener names each document that becomes visible, and the list has it until embedded. */
  public void testTheListenerNamesWhatIsToBeEmbedded() throws IOException {
    Set<String> visible = new HashSet<>();
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void moved(String id, Optional<String> representative) {
            if (representative.isEmpty()) {
              visible.add(id);
            }
          }
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, writerConfig(), listener)) {
      decide(writer, document("1", TEXT)).write(fields -> fields.add(vector(DIMENSIONS)));
      writer.updateDocument(document("2", NEAR));
      writer.updateDocument(document("3", NEAR));
      assertEquals(Set.of(), visible);
      writer.deleteDocuments("1");
      assertEquals(Set.of("2"), visible);
      assertEquals(List.of("2"), writer.visibleWithout("v"));
      Document embedded = document("2", NEAR);
      embedded.add(vector(DIMENSIONS));
      assertEquals(new Outcome.Visible(true), writer.updateDocument(embedded));
      assertHidden(writer, "3");
      assertEquals(List.of(), writer.visibleWithout("v"));
    }
  }
}
