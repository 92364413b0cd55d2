// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;

/**
 * What is added comes after what is there, in its own order, and moves nothing without a reason.
 */
public class TestAddIndexes extends CollapseTestCase {
  private static final CollapseConfig LAST = CONFIG.withPreference(Preference.LAST);

  /** Ours resemble each other so much that any other order would show others of them. */
  public void testUnrelatedDocumentsChangeNothing() throws IOException {
    for (int i = 0; i < atLeast(10); i++) {
      CollapseConfig config = random().nextBoolean() ? CONFIG : LAST;
      try (Directory one = newDirectory();
          Directory other = newDirectory()) {
        try (CollapsingIndexWriter writer = open(other, config)) {
          fill(writer, "theirs", "t", 60);
        }
        try (CollapsingIndexWriter writer = open(one, config)) {
          fill(writer, "ours", "o", 40);
          Map<String, String> before = representatives(writer);
          List<String> orderBefore = inOrder(writer, "ours");
          assertEquals(0, writer.addIndexes(other).changed());
          Map<String, String> after = representatives(writer);
          after.keySet().removeIf(id -> id.startsWith("theirs"));
          assertEquals(before, after);
          assertEquals(orderBefore, inOrder(writer, "ours"));
          TestCollapseInvariants.assertInvariants(read(writer));
        }
      }
    }
  }

  /** Texts of a few families, in each of which some resemble each other and some do not. */
  private static void fill(CollapsingIndexWriter writer, String ids, String words, int count)
      throws IOException {
    for (int i = 0; i < count; i++) {
      String source = text(words(words + random().nextInt(4) + "_", 60));
      String text = edit(random(), source, random().nextInt(5));
      writer.updateDocument(document(ids + random().nextInt(count), text));
      if (random().nextInt(10) == 0) {
        writer.deleteDocuments(
            ids + random().nextInt(count)); // so that numbers have gaps, groups moved
      }
    }
  }

  /** Of each document what stands for it, by ids. */
  private static Map<String, String> representatives(CollapsingIndexWriter writer)
      throws IOException {
    Map<String, Found> found = read(writer);
    Map<Long, String> visible = new HashMap<>();
    found.values().stream()
        .filter(doc -> !doc.hidden())
        .forEach(doc -> assertNull(visible.put(doc.group(), doc.id())));
    Map<String, String> representatives = new TreeMap<>();
    found.values().forEach(doc -> representatives.put(doc.id(), visible.get(doc.group())));
    return representatives;
  }

  private static List<String> inOrder(CollapsingIndexWriter writer, String prefix)
      throws IOException {
    Map<String, Long> orders = IndexState.orders(writer);
    List<String> ids = new ArrayList<>(orders.keySet());
    ids.removeIf(id -> !id.startsWith(prefix));
    ids.sort((a, b) -> Long.compare(orders.get(a), orders.get(b)));
    return ids;
  }

  public void testAnEmptyIndexTakesOverWhatIsThere() throws IOException {
    for (int i = 0; i < atLeast(20); i++) {
      CollapseConfig config = random().nextBoolean() ? CONFIG : LAST;
      try (Directory one = newDirectory();
          Directory other = newDirectory();
          CollapsingIndexWriter empty = open(one, config)) {
        Map<String, String> before;
        try (CollapsingIndexWriter writer = open(other, config)) {
          fill(writer, "theirs", "t", 40);
          before = representatives(writer);
        }
        assertEquals(0, empty.addIndexes(other).changed());
        assertEquals(before, representatives(empty));
      }
    }
  }

  /** Five became visible as nine took its representative away, and so takes three. */
  public void testOursGoBehindOneThatBecomesVisible() throws IOException {
    CollapseConfig config = CONFIG.withPreference(Preference.parse("max:rank"));
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, config)) {
        writer.updateDocument(ranked(9));
      }
      try (CollapsingIndexWriter writer = open(one, config)) {
        for (int rank : List.of(7, 5, 3)) {
          writer.updateDocument(ranked(rank));
        }
        assertEquals(Map.of("7", "7", "5", "7", "3", "3"), representatives(writer));
        writer.addIndexes(other);
        assertEquals(Map.of("9", "9", "7", "9", "5", "5", "3", "5"), representatives(writer));
      }
    }
  }

  /** Near those of a rank that differs by 2, of whose 211 elements they have 181 in common. */
  private static Document ranked(int rank) {
    int from = rank * 15 / 2;
    Document document = document("" + rank, text(words("a", from + 200).subList(from, from + 200)));
    document.add(new StoredField("rank", rank));
    return document;
  }

  public void testOursComeFirst() throws IOException {
    assertEquals(Map.of("1", "1", "2", "1", "3", "1", "4", "4"), added(CONFIG));
  }

  public void testTheLastOnesAreAdded() throws IOException {
    assertEquals(Map.of("1", "3", "2", "3", "3", "3", "4", "4"), added(LAST));
  }

  /** One document of ours, and one more in each of two indexes, by numbers in the other order. */
  private static Map<String, String> added(CollapseConfig config) throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory();
        Directory third = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, config)) {
        useNumbers(writer, 30);
        writer.updateDocument(document("4", FAR));
        writer.updateDocument(document("2", NEAR));
      }
      try (CollapsingIndexWriter writer = open(third, config)) {
        writer.updateDocument(document("3", TEXT + " third"));
      }
      try (CollapsingIndexWriter writer = open(one, config)) {
        useNumbers(writer, 60);
        writer.updateDocument(document("1", TEXT));
        writer.addIndexes(other, third);
        assertEquals(List.of("1", "4", "2", "3"), inOrder(writer, ""));
        return representatives(writer);
      }
    }
  }

  private static void useNumbers(CollapsingIndexWriter writer, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      writer.updateDocument(document("gone", FAR + i));
    }
    writer.deleteDocuments("gone");
  }

  /** What stood for ours gives way to what was added, and what was behind it follows. */
  public void testAnAddedOneThatIsPreferredTakesOver() throws IOException {
    CollapseConfig config = CONFIG.withPreference(Preference.LONGEST);
    String longer = NEAR + " " + text(words("d", 10));
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, config)) {
        writer.updateDocument(document("3", longer));
      }
      try (CollapsingIndexWriter writer = open(one, config)) {
        writer.updateDocument(document("1", TEXT + " one"));
        writer.updateDocument(document("2", TEXT));
        writer.updateDocument(document("4", FAR));
        writer.addIndexes(other);
        assertEquals(Map.of("1", "3", "2", "3", "3", "3", "4", "4"), representatives(writer));
      }
    }
  }

  public void testAllAreAddedOrNone() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory();
        Directory unlike = newDirectory();
        Directory empty = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("1", FAR));
      }
      open(unlike, LAST).close();
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        Map<String, Found> before = read(writer);
        expectThrows(IndexSettingsException.class, () -> writer.addIndexes(other, unlike));
        expectThrows(IndexNotFoundException.class, () -> writer.addIndexes(other, empty));
        expectThrows(IllegalArgumentException.class, () -> writer.addIndexes(other, one));
        assertEquals(before, read(writer));
        assertEquals(new ReconcileReport(1, 0, 0), writer.addIndexes());
      }
    }
  }

  /** Nothing of it is there before the next commit, and all of it is then. */
  public void testOneCommitCoversAll() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("1", FAR));
        writer.updateDocument(document("2", NEAR));
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.commit();
        writer.addIndexes(other);
        try (DirectoryReader reader = DirectoryReader.open(one)) {
          assertEquals(TEXT, read(reader).get("1").text());
          assertEquals(1, reader.numDocs());
        }
        writer.rollback();
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        assertEquals(TEXT, read(writer).get("1").text());
        writer.addIndexes(other);
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        assertEquals(Map.of("1", "1", "2", "2"), representatives(writer));
        assertEquals(FAR, read(writer).get("1").text());
      }
      assertTrue(
          IndexCheck.check(one, CONFIG, writerConfig().getAnalyzer(), IndexCheck.ALL_TEXTS)
              .isSound());
    }
  }

  /** Numbers grow with the documents, however often indexes are added to each other. */
  public void testAddingIndexesToEachOtherUsesFewNumbers() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      open(one, CONFIG).close();
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", FAR));
      }
      for (int i = 0; i < 70; i++) {
        try (CollapsingIndexWriter writer = open(i % 2 == 0 ? one : other, CONFIG)) {
          writer.addIndexes(i % 2 == 0 ? other : one);
        }
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        assertTrue(IndexState.orders(writer).values().stream().allMatch(order -> order < 200));
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  public void testRefusesAnIndexThatAnotherWriterChanged() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      open(one, CONFIG).close();
      try (IndexWriter behind = new IndexWriter(one, writerConfig())) {
        behind.addDocument(document("1", TEXT));
      }
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("1", FAR));
        String message =
            expectThrows(IndexSettingsException.class, () -> writer.addIndexes(one)).getMessage();
        assertTrue(message, message.contains("was not written by Neardup"));
        assertEquals(FAR, read(writer).get("1").text());
        IndexCheck.repair(one, CONFIG, writerConfig());
        writer.addIndexes(one);
        assertEquals(TEXT, read(writer).get("1").text());
      }
    }
  }

  public void testAddsIndexesThatHaveTheSameNumbers() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("5", FAR));
        writer.updateDocument(document("6", FAR));
        writer.updateDocument(document("7", NEAR));
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
        writer.addIndexes(other);
        Map<String, Found> found = read(writer);
        TestCollapseInvariants.assertInvariants(found);
        assertEquals(2, found.values().stream().filter(doc -> !doc.hidden()).count());
        found.values().stream()
            .filter(doc -> !doc.hidden())
            .forEach(doc -> deleteUnchecked(writer, doc.id()));
        TestCollapseInvariants.assertInvariants(read(writer));
        assertTrue(writer.updateDocument(document("8", TEXT)) instanceof Outcome.Hidden);
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  private static void deleteUnchecked(CollapsingIndexWriter writer, String id) {
    try {
      assertEquals(1, writer.deleteDocuments(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
