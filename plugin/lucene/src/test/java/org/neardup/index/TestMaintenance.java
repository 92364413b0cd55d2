// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.store.Directory;

/** What changes many documents at once. */
public class TestMaintenance extends CollapseTestCase {
  public void testOfTwoWithOneIdTheAddedOneStays() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory();
        Directory third = newDirectory()) {
      fill(other, CONFIG, Map.of("1", FAR, "3", NEAR));
      fill(third, CONFIG, Map.of("3", FAR));
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
        writer.addIndexes(other, third);
        assertEquals(Map.of("1", FAR, "2", NEAR, "3", FAR), texts(writer));
        TestCollapseInvariants.assertInvariants(read(writer));
        assertEquals(1, writer.deleteDocuments("1"));
        assertEquals(Map.of("2", NEAR, "3", FAR), texts(writer));
      }
    }
  }

  /** Each has its own numbers, which do not tell which of two indexes came first. */
  public void testOfThreeWithOneIdTheLastAddedOneStays() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory();
        Directory third = newDirectory()) {
      fill(other, CONFIG, new TreeMap<>(Map.of("a", FAR, "x", NEAR)));
      fill(third, CONFIG, new TreeMap<>(Map.of("b", FAR, "c", FAR, "x", TEXT + " third")));
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        for (int i = 0; i < 9; i++) {
          writer.updateDocument(document("x", TEXT + " " + i));
        }
        writer.addIndexes(other, third);
        assertEquals(TEXT + " third", read(writer).get("x").text());
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  /** The numbers of a copy are those of the original: only their order tells the two apart. */
  public void testACopyOfAnIndexReplacesIt() throws IOException {
    try (Directory one = newDirectory();
        Directory copy = newDirectory()) {
      fill(copy, CONFIG, Map.of("1", TEXT, "2", NEAR, "3", FAR));
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        writer.addIndexes(copy);
        var once = read(writer).keySet();
        writer.addIndexes(copy);
        assertEquals(once, read(writer).keySet());
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  /** Documents are compared by the texts they have, not by those that had their numbers before. */
  public void testNumbersThatChangeHands() throws IOException {
    CollapseConfig exact = CONFIG.withVerification(Verification.EXACT);
    String unlike = FAR;
    for (int i = 10; i < 190; i += 30) {
      unlike = unlike.replace("c" + i + " ", "d" + i + " ");
    }
    assertEquals(0.73, elements(FAR).resemblance(elements(unlike)), 0.02);
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      fill(other, exact, new TreeMap<>(Map.of("1", FAR, "2", unlike)));
      try (CollapsingIndexWriter writer = open(one, exact)) {
        writer.updateDocument(document("1", TEXT));
        assertTrue(writer.updateDocument(document("2", NEAR)) instanceof Outcome.Hidden);
        assertEquals(new ReconcileReport(2, 0, 0), writer.addIndexes(other));
      }
    }
  }

  /** A date that is not stored is known by the rank alone. */
  public void testRanksSurviveAReconcile() throws IOException {
    CollapseConfig config = CONFIG.withPreference(Preference.parse("max:date"));
    CollapseConfig looser = config.withThreshold(0.7);
    ReconcileReport unchanged = new ReconcileReport(1, 2, 0);
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, config)) {
        for (int date : new int[] {3, 7, 5}) {
          Document document = document("d" + date, TEXT);
          document.add(new StringField("date", Integer.toString(date), Field.Store.NO));
          writer.updateDocument(document);
        }
        assertEquals(unchanged, writer.reconcile());
      }
      assertEquals(unchanged, IndexCheck.retune(directory, looser, writerConfig()));
      try (CollapsingIndexWriter writer = open(directory, looser)) {
        writer.deleteDocuments("d7");
        assertFalse(read(writer).get("d5").hidden());
      }
    }
  }

  public void testRandomIndexesAreAddedAsIfTheirDocumentsWere() throws IOException {
    Map<String, String> expected = new TreeMap<>();
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withMaxPending(20))) {
      for (int i = 0; i < 5; i++) {
        Map<String, String> texts = randomTexts();
        expected.putAll(texts);
        try (Directory other = newDirectory()) {
          fill(other, CONFIG, texts);
          writer.addIndexes(other);
        }
        randomTexts().forEach((id, text) -> update(writer, id, text, expected));
        assertEquals(expected, texts(writer));
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  private static void update(
      CollapsingIndexWriter writer, String id, String text, Map<String, String> expected) {
    try {
      assertEquals(
          expected.put(id, text) != null, writer.updateDocument(document(id, text)).replaced());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> randomTexts() {
    Map<String, String> texts = new HashMap<>();
    for (int i = random().nextInt(20); i >= 0; i--) {
      String source = text(words("s" + random().nextInt(3) + "_", 100));
      texts.put(
          Integer.toString(random().nextInt(30)), edit(random(), source, random().nextInt(4)));
    }
    return texts;
  }

  private static void fill(Directory directory, CollapseConfig config, Map<String, String> texts)
      throws IOException {
    try (CollapsingIndexWriter writer = open(directory, config)) {
      for (var text : texts.entrySet()) {
        writer.updateDocument(document(text.getKey(), text.getValue()));
      }
    }
  }

  private static Map<String, String> texts(CollapsingIndexWriter writer) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    read(writer).values().forEach(doc -> texts.put(doc.id(), doc.text()));
    return texts;
  }
}
