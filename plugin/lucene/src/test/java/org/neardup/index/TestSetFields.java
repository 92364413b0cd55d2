// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Resemblance;

/** Values of fields are compared as sets and bags, small ones exactly. */
public class TestSetFields extends CollapseTestCase {
  private static final CollapseConfig SETS = CONFIG.withSetFields("tags");
  private static final CollapseConfig BAGS =
      SETS.withShingling(Shingling.ofValues().withOccurrences(true));

  private static Document tagged(String id, Collection<String> tags) {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    tags.forEach(tag -> document.add(new StringField("tags", tag, Store.YES)));
    return document;
  }

  private static Document tagged(String id, String... tags) {
    return tagged(id, List.of(tags));
  }

  public void testOrderAndRepeatsDoNotMatter() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS)) {
      writer.updateDocument(tagged("1", "red", "green", "blue"));
      assertEquals(
          new Outcome.Hidden("1", Resemblance.IDENTICAL, false),
          writer.updateDocument(tagged("2", "blue", "red", "green", "red")));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(tagged("3", "blue", "red")));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(tagged("4", "blue red")));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(tagged("5")));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(tagged("6")));
    }
  }

  public void testBagsCountRepeats() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, BAGS.withThreshold(.6))) {
      writer.updateDocument(tagged("1", "a", "a", "a", "b"));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(tagged("2", "a", "b")));
      assertEquals(
          new Outcome.Hidden("1", Resemblance.counted(.75), false),
          writer.updateDocument(tagged("3", "b", "a", "a")));
    }
  }

  public void testSmallSetsAreCounted() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS)) {
      writer.updateDocument(tagged("1", "a", "b", "c", "d", "e"));
      writer.flush();
      assertEquals(
          new Outcome.Hidden("1", Resemblance.counted(.8), false),
          writer.updateDocument(tagged("2", "a", "b", "c", "d")));
      assertEquals(
          new Outcome.Visible(false), writer.updateDocument(tagged("3", "a", "b", "c", "d", "x")));
      writer.deleteDocuments("1");
      assertHidden(writer, "3"); // behind 2: .8
    }
  }

  public void testRuleForSmallSetsIsASetting() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS.withMinElements(6))) {
      writer.updateDocument(tagged("1", "a", "b", "c", "d", "e"));
      assertEquals(
          new Outcome.Visible(false), writer.updateDocument(tagged("2", "a", "b", "c", "d")));
      writer.updateDocument(tagged("3", "a", "b", "c", "d", "e", "f", "g"));
      writer.updateDocument(tagged("4", "a", "b", "c", "d", "e", "f"));
      writer.updateDocument(tagged("5", "d", "c", "b", "a"));
      assertHidden(writer, "4", "5");
    }
  }

  public void testNumbersCountByTheirDecimals() throws IOException {
    Document numbers = tagged("1");
    numbers.add(new LongField("tags", 7, Store.YES));
    numbers.add(new LongField("tags", -8, Store.YES));
    numbers.add(new DoubleField("tags", 1.5, Store.YES));
    Document ints = tagged("1");
    ints.add(new IntField("tags", 7, Store.YES));
    ints.add(new IntField("tags", -8, Store.YES));
    ints.add(new StoredField("tags", "1.5"));
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS)) {
      byte[] sketch = writer.prepare(stored("1", 1.5f, -8, 7L)).sketched().value();
      assertArrayEquals(sketch, writer.prepare(numbers).sketched().value());
      assertArrayEquals(sketch, writer.prepare(ints).sketched().value());
      assertArrayEquals(sketch, writer.prepare(tagged("1", "7", "1.5", "-8")).sketched().value());
    }
  }

  public void testStoredNumbersAreCounted() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS.withThreshold(.7))) {
      Document numbers = tagged("1");
      for (int i = 0; i < 4; i++) {
        numbers.add(new DoubleField("tags", i + .5, Store.YES));
      }
      writer.updateDocument(numbers);
      writer.flush();
      Document fewer = tagged("2");
      for (int i = 0; i < 3; i++) {
        fewer.add(new DoubleField("tags", i + .5, Store.YES));
      }
      assertEquals(
          new Outcome.Hidden("1", Resemblance.counted(.75), false), writer.updateDocument(fewer));
    }
  }

  private static Document stored(String id, Number... values) {
    Document document = tagged(id);
    for (Number value : values) {
      document.add(
          switch (value) {
            case Integer i -> new StoredField("tags", i);
            case Long l -> new StoredField("tags", l);
            case Float f -> new StoredField("tags", f);
            default -> new StoredField("tags", value.doubleValue());
          });
    }
    return document;
  }

  public void testTheSameValueInTwoFieldsIsTwo() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withSetFields("tags", "links"))) {
      writer.updateDocument(tagged("1", "a", "b"));
      Document other = tagged("2", "a");
      other.add(new StringField("links", "b", Store.YES));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(other));
    }
  }

  /** The form that is stored is compared; forms for sorting and finding do not count again. */
  public void testAValueInSeveralFormsIsOne() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, BAGS)) {
      Document forms = tagged("1");
      for (String tag : List.of("b", "a", "b")) {
        forms.add(new StoredField("tags", tag));
        forms.add(new KeywordField("tags", new BytesRef(tag), Store.NO));
      }
      assertEquals(3, writer.prepare(forms).elementCount());
    }
  }

  public void testTermsThatAreNotStoredAreJudgedBySketch() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS)) {
      for (String id : List.of("1", "2")) {
        Document document = tagged(id);
        for (int i = 0; i < 100; i++) {
          document.add(new StringField("tags", "t" + i, Store.NO));
        }
        writer.updateDocument(document);
        writer.flush();
      }
      assertHidden(writer, "2");
    }
  }

  public void testRefusesOtherForms() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, SETS)) {
      Document document = tagged("1");
      document.add(new BinaryDocValuesField("tags", new BytesRef("a")));
      assertRefused(writer, document);
      Document bytes = tagged("1");
      bytes.add(new StoredField("tags", new BytesRef("a")));
      assertRefused(writer, bytes);
      Document words = tagged("1");
      words.add(new TextField("tags", "a b", Store.NO));
      assertRefused(writer, words);
    }
  }

  private static void assertRefused(CollapsingIndexWriter writer, Document document) {
    IllegalArgumentException refusal =
        expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(document));
    assertTrue(
        refusal.getMessage(),
        refusal
            .getMessage()
            .startsWith(
                "values of field tags must be stored strings or numbers, or strings indexed as one"
                    + " term, got "));
  }

  public void testOpensWithItsSettingsAndAnyAnalyzer() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, BAGS)) {
        writer.updateDocument(tagged("1", "a"));
      }
      assertEquals(BAGS, IndexInfo.read(directory).config());
      assertTrue(IndexInfo.read(directory).config().comparesValues());
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(
              directory, BAGS, new IndexWriterConfig(new KeywordAnalyzer()))) {
        assertTrue(writer.updateDocument(tagged("2", "a")) instanceof Outcome.Hidden);
      }
      IndexSettingsException refusal =
          expectThrows(IndexSettingsException.class, () -> open(directory, SETS).close());
      assertEquals(
          "index was made with shingling value occurrences=true, not value", refusal.problem());
    }
  }

  /** Random sets of few values, beside a naive model that compares all pairs. */
  public void testRandomSetsAreCollapsedExactly() throws IOException {
    int missed = 0;
    int pairs = 0;
    for (int i = 0; i < atLeast(5); i++) {
      double threshold = new double[] {.5, .6, .75, .8, 1}[random().nextInt(5)];
      CollapseConfig config = SETS.withThreshold(threshold);
      try (Directory directory = newDirectory()) {
        Map<String, Set<String>> sets = new TreeMap<>();
        try (CollapsingIndexWriter writer = open(directory, config)) {
          write(writer, sets);
          assertHiddenOnesAreNear(read(writer), sets, threshold);
          pairs += near(sets, sets.keySet(), threshold);
          missed += near(sets, visible(read(writer)), threshold);
        }
        IndexCheck.repair(directory, config, writerConfig());
        assertTrue(
            IndexCheck.check(directory, config, new KeywordAnalyzer(), IndexCheck.ALL_TEXTS)
                .isSound());
        try (CollapsingIndexWriter writer = open(directory, config)) {
          assertHiddenOnesAreNear(read(writer), sets, threshold);
          assertEquals(0, near(sets, visible(read(writer)), threshold));
        }
      }
    }
    assertTrue(missed + " of " + pairs, missed <= .01 * pairs + 2);
  }

  private static void write(CollapsingIndexWriter writer, Map<String, Set<String>> sets)
      throws IOException {
    List<String> values = new ArrayList<>();
    for (int doc = 0; doc < 200; doc++) {
      if (doc % 5 == 0) {
        values.clear();
        for (int i = 1 + random().nextInt(12); i > 0; i--) {
          values.add("v" + random().nextInt(40));
        }
      } else if (random().nextBoolean()) {
        values.set(random().nextInt(values.size()), "v" + random().nextInt(40));
      }
      Collections.shuffle(values, random());
      String id = "d" + random().nextInt(150);
      writer.updateDocument(tagged(id, values));
      sets.put(id, Set.copyOf(values));
      if (random().nextInt(20) == 0) {
        writer.flush();
      }
      if (random().nextInt(10) == 0) {
        String gone = "d" + random().nextInt(150);
        writer.deleteDocuments(gone);
        sets.remove(gone);
      }
    }
  }

  private static double resemblance(Set<String> a, Set<String> b) {
    Set<String> common = new HashSet<>(a);
    common.retainAll(b);
    return (double) common.size() / (a.size() + b.size() - common.size());
  }

  private static List<String> visible(Map<String, Found> found) {
    return found.values().stream().filter(doc -> !doc.hidden()).map(Found::id).toList();
  }

  private static int near(Map<String, Set<String>> sets, Collection<String> ids, double threshold) {
    int near = 0;
    for (String a : ids) {
      for (String b : ids) {
        near += a.compareTo(b) < 0 && resemblance(sets.get(a), sets.get(b)) >= threshold ? 1 : 0;
      }
    }
    return near;
  }

  private static void assertHiddenOnesAreNear(
      Map<String, Found> found, Map<String, Set<String>> sets, double threshold) {
    assertEquals(sets.keySet(), found.keySet());
    for (Found hidden : found.values()) {
      if (hidden.hidden()) {
        List<Found> shown =
            found.values().stream()
                .filter(doc -> !doc.hidden() && doc.group() == hidden.group())
                .toList();
        assertEquals(1, shown.size());
        double resemblance = resemblance(sets.get(hidden.id()), sets.get(shown.getFirst().id()));
        assertTrue(hidden + " " + resemblance, resemblance >= threshold);
      }
    }
  }
}
