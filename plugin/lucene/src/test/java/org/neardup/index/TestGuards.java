// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.analysis.Shingling;
import org.neardup.compare.Guard;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CheckReport.Violation.Kind;
import org.neardup.internal.record.NearDupFields;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.similar.MostSimilar;
import org.neardup.search.similar.NearDuplicateQuery;

/** Near-duplicates on which a guard does not agree stay visible. */
public class TestGuards extends BreakageTestCase {
  private static final CollapseConfig NUMBERS = CONFIG.withGuards(Guard.NUMBERS);
  private static final CollapseConfig LOSSLESS = CONFIG.withGuards(Guard.LOSSLESS);
  private static final CollapseConfig PRICED = CONFIG.withGuards(Guard.field("price"));

  /** Words that no guard looks at. */
  private static String plain(int words) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      all.add("w" + (char) ('a' + i / 26) + (char) ('a' + i % 26));
    }
    return text(all);
  }

  private static String with(String word) {
    return plain(100) + " " + word;
  }

  private static Document priced(String id, double price) {
    Document document = document(id, plain(60));
    document.add(new DoubleField("price", price, Field.Store.YES));
    return document;
  }

  public void testNumbers() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, NUMBERS)) {
      writer.updateDocument(document("a", with("7")));
      writer.updateDocument(document("b", with("8")));
      writer.updateDocument(document("c", with("8") + " more"));
      writer.updateDocument(document("d", with("7").replace("wcc", "7")));
      assertHidden(writer, "c");
      writer.flush();
      writer.updateDocument(document("e", with("7")));
      assertHidden(writer, "c", "e");
      writer.deleteDocuments("b");
      writer.updateDocument(document("a", with("8")));
      assertHidden(writer, "a");
    }
  }

  public void testTheSameValuesOfAFieldInAnotherOrder() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, PRICED)) {
      writer.updateDocument(priced("1", "7", "8", "8"));
      assertTrue(writer.updateDocument(priced("2", "8", "7", "8")) instanceof Outcome.Hidden);
      for (String[] others : new String[][] {{"7", "8"}, {"7", "7", "8"}, {"7\n8", "8"}, {}}) {
        assertTrue(writer.updateDocument(priced("3", others)) instanceof Outcome.Visible);
      }
    }
  }

  private static Document priced(String id, String... prices) {
    Document document = document(id, TEXT);
    for (String price : prices) {
      document.add(new StoredField("price", price));
    }
    return document;
  }

  /** The words that are indexed are the same, and so is the place in the order. */
  public void testUpdatesThatOnlyAGuardSees() throws IOException {
    CollapseConfig config = CONFIG.withGuards(Guard.NEGATIONS);
    IndexWriterConfig writerConfig =
        newIndexWriterConfig(random(), new EnglishAnalyzer()).setCodec(TestUtil.getDefaultCodec());
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, config, writerConfig)) {
      String no = plain(50) + " not " + plain(50);
      String yes = plain(50) + " the " + plain(50);
      writer.updateDocument(document("a", yes));
      writer.updateDocument(document("b", yes));
      assertHidden(writer, "b");
      if (random().nextBoolean()) {
        writer.flush();
      }
      assertEquals(new Outcome.Visible(true), writer.updateDocument(document("b", no)));
      assertHidden(writer);
      writer.updateDocument(document("a", no));
      assertHidden(writer, "a");
    }
  }

  public void testFields() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, PRICED)) {
      writer.updateDocument(priced("a", 2.5));
      writer.updateDocument(priced("b", 2.5));
      writer.updateDocument(priced("c", 3));
      writer.updateDocument(document("d", plain(60)));
      writer.updateDocument(document("e", plain(60)));
      assertHidden(writer, "b", "e");
      writer.updateDocument(priced("b", 3));
      assertHidden(writer, "b", "e");
      writer.deleteDocuments("a");
      writer.deleteDocuments("c");
      assertHidden(writer, "e");
      Document point = document("f", plain(60));
      point.add(new IntPoint("price", 3));
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(point));
    }
  }

  /** Their text is not known, so nobody knows what a guard says of it. */
  public void testTextsOfStreamsStayVisible() throws IOException {
    for (CollapseConfig config : List.of(NUMBERS, PRICED)) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = open(directory, config)) {
        for (String id : List.of("a", "b", "a")) {
          Document document = new Document();
          document.add(new StringField("id", id, Field.Store.YES));
          document.add(new TextField("text", new StringReader(plain(60))));
          writer.updateDocument(document);
        }
        writer.updateDocument(document("c", plain(60)));
        assertHidden(writer, config.equals(NUMBERS) ? new String[0] : new String[] {"b", "c"});
      }
    }
  }

  /** A cutting goes behind the whole, be it before or after; what says something else does not. */
  public void testLossless() throws IOException {
    CollapseConfig config =
        LOSSLESS.withVerification(RandomPicks.randomFrom(random(), Verification.values()));
    assertEquals(Preference.LONGEST, config.preference());
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, config)) {
        writer.updateDocument(document("part", plain(95)));
        writer.updateDocument(document("whole", plain(100)));
        writer.updateDocument(document("same", plain(100)));
        writer.updateDocument(document("other", plain(100).replace("wbb", "other")));
        writer.flush();
        writer.updateDocument(document("small", plain(90)));
        assertHidden(writer, "part", "same", "small");
        writer.deleteDocuments("whole");
        writer.deleteDocuments("same");
        assertHidden(writer, "small");
      }
      assertEquals(List.of(), check(directory, config).violations());
    }
  }

  /** Only texts that are there tell that nothing is lost. */
  public void testLosslessWithoutTexts() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, LOSSLESS)) {
      writer.updateDocument(unstored("whole", plain(100)));
      writer.flush();
      writer.updateDocument(unstored("part", plain(95)));
      writer.updateDocument(unstored("same", plain(100)));
      assertHidden(writer, "same");
    }
  }

  /** The last goes before its copy, and before what that had to leave visible. */
  public void testLosslessBeforeACopy() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, LOSSLESS.withPreference(Preference.LAST))) {
      writer.updateDocument(document("whole", plain(100)));
      writer.updateDocument(document("part", plain(95)));
      assertHidden(writer);
      writer.updateDocument(document("copy", plain(100)));
      assertHidden(writer, "whole", "part");
      writer.deleteDocuments("copy");
      assertHidden(writer);
    }
  }

  public void testCheckFindsAndRepairMendsLosses() throws IOException {
    Map<String, String> texts = new TreeMap<>(Map.of("1", plain(100)));
    texts.put("2", plain(100).replace("wbb", "other"));
    try (Directory directory = newDirectory()) {
      fill(directory, LOSSLESS, texts);
      breakBehind(
          directory,
          writer -> {
            update(writer, "2", new NumericDocValuesField(NearDupFields.HIDDEN, 1));
            update(writer, "2", new NumericDocValuesField(NearDupFields.MOVED, 0));
          });
      assertEquals(Map.of(Kind.GUARD, 1L), check(directory, LOSSLESS).counts());
      IndexCheck.repair(directory, LOSSLESS, writerConfig());
      CheckReport report = check(directory, LOSSLESS);
      assertEquals(List.of(), report.violations());
      assertEquals(0, report.hidden());
    }
  }

  /** A quotation with a changed word is contained, unless nothing may be lost. */
  public void testContainedWholly() throws IOException {
    String changed = plain(200).replace("wdd", "other");
    for (CollapseConfig config : List.of(CONFIG, LOSSLESS)) {
      CollapseConfig hiding = config.withContained(ContainedTexts.HIDE);
      try (Directory directory = newDirectory()) {
        try (CollapsingIndexWriter writer = open(directory, hiding)) {
          writer.updateDocument(document("whole", plain(400)));
          writer.updateDocument(document("quotation", plain(200)));
          writer.updateDocument(document("changed", changed));
        }
        int expected = config.equals(LOSSLESS) ? 1 : 2;
        CheckReport report = check(directory, hiding);
        assertEquals(List.of(), report.violations());
        assertEquals(expected, report.hidden());
      }
    }
  }

  /** However many there are: no two share a key, so none is compared with another. */
  public void testPagesOfOneTemplate() throws IOException {
    int pages = TEST_NIGHTLY ? 20_000 : 2_000;
    CollapseConfig config = NUMBERS.withMaxPending(700);
    IndexWriterConfig plain =
        new IndexWriterConfig(new WhitespaceAnalyzer()).setCodec(TestUtil.getDefaultCodec());
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, config, plain)) {
        for (int i = 0; i < pages; i++) {
          writer.updateDocument(document("" + i, with("" + i)));
        }
        long chance = pages / 1000; // keys of bands that are equal by chance
        assertTrue(TableProbe.comparisons(writer) <= chance);
        assertEquals(0, writer.statistics().skippedCandidates());
        assertHidden(writer);
        assertEquals(pages, writer.reconcile().visible());
        assertTrue(TableProbe.comparisons(writer) <= 2 * chance);
      }
      CheckReport report = check(directory, config);
      assertEquals(List.of(), report.violations());
      assertEquals(0, report.skippedPairs());
    }
  }

  public void testCheckFindsAndRepairMends() throws IOException {
    Map<String, String> texts = new TreeMap<>(Map.of("1", with("7"), "2", with("8")));
    try (Directory directory = newDirectory()) {
      fill(directory, NUMBERS, texts);
      breakBehind(
          directory,
          writer -> {
            update(writer, "2", new NumericDocValuesField(NearDupFields.HIDDEN, 1));
            update(writer, "2", new NumericDocValuesField(NearDupFields.MOVED, 0));
          });
      CheckReport report = check(directory, NUMBERS);
      assertEquals(Map.of(Kind.GUARD, 1L), report.counts());
      assertEquals(
          "hidden behind 1, from which it is parted by numbers:" + Guard.NUMBERS.version(),
          report.violations().getFirst().detail());
      IndexCheck.repair(directory, NUMBERS, writerConfig());
      report = check(directory, NUMBERS);
      assertEquals(List.of(), report.violations());
      assertEquals(0, report.hidden());
    }
  }

  public void testRetuning() throws IOException {
    CollapseConfig both = CONFIG.withGuards(Guard.NUMBERS, Guard.field("price"));
    Map<String, String> texts = new TreeMap<>();
    for (int i = 0; i < 40; i++) {
      texts.put("" + (10 + i), with("" + i % 4));
    }
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, texts);
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(priced("p", 1));
        writer.updateDocument(priced("q", 2));
      }
      assertEquals(40, check(directory, CONFIG).hidden());
      for (CollapseConfig config : List.of(NUMBERS, both, PRICED, both, CONFIG, both)) {
        IndexCheck.retune(directory, config, writerConfig());
        assertEquals(config, IndexInfo.read(directory).config());
        CheckReport report = check(directory, config);
        assertEquals(List.of(), report.violations());
        int visible =
            (config.guards().contains(Guard.NUMBERS) ? 4 : 1)
                + (config.guards().contains(Guard.field("price")) ? 2 : 1);
        assertEquals(config.toString(), visible, report.visible());
        try (CollapsingIndexWriter writer = open(directory, config)) {
          writer.deleteDocuments("10");
          writer.updateDocument(document("10", texts.get("10")));
        }
      }
    }
  }

  public void testRetuningWithoutTexts() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(unstored("a", plain(60)));
        writer.updateDocument(unstored("b", plain(60)));
      }
      IndexSettingsException e =
          expectThrows(
              IndexSettingsException.class,
              () -> IndexCheck.retune(directory, NUMBERS, writerConfig()));
      assertEquals(
          "guard numbers needs a stored text, and no document has one: index them again",
          e.getMessage());
      assertEquals(1, check(directory, CONFIG).hidden());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("c", plain(60)));
        writer.updateDocument(document("d", plain(60)));
        assertHidden(writer, "b", "c", "d");
      }
      IndexCheck.retune(directory, NUMBERS, writerConfig());
      try (CollapsingIndexWriter writer = open(directory, NUMBERS)) {
        assertHidden(writer, "d");
      }
    }
  }

  /** Nobody knows what a guard says of values that are not stored. */
  public void testRetuningWithoutValues() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (String id : List.of("a", "b")) {
          Document document = document(id, plain(60));
          document.add(new StringField("price", "low", Field.Store.NO));
          writer.updateDocument(document);
        }
        assertHidden(writer, "b");
      }
      expectThrows(
          IndexSettingsException.class, () -> IndexCheck.retune(directory, PRICED, writerConfig()));
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("c", plain(60)));
        writer.updateDocument(document("d", plain(60)));
      }
      IndexCheck.retune(directory, PRICED, writerConfig());
      assertEquals(List.of(), check(directory, PRICED).violations());
      try (CollapsingIndexWriter writer = open(directory, PRICED)) {
        assertHidden(writer, "d");
      }
    }
  }

  public void testOpensWithTheSameGuardsOnly() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, NUMBERS, TEXTS);
      IndexSettingsException e =
          expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG));
      assertEquals("index was made with guards numbers:2, not no guards", e.problem());
      expectThrows(IndexSettingsException.class, () -> open(directory, PRICED));
      CollapseConfig same = CONFIG.withGuards(Guard.NUMBERS, Guard.NUMBERS);
      open(directory, same).close();
    }
  }

  public void testConfigurations() {
    assertEquals(
        CONFIG.withGuards(Guard.NAMES, Guard.NUMBERS),
        CONFIG.withGuards(Guard.NUMBERS, Guard.NAMES));
    assertEquals(CONFIG, NUMBERS.withGuards());
    for (CollapseConfig refuses :
        List.of(CONFIG.withContained(ContainedTexts.HIDE), CONFIG.withSetFields("tags"))) {
      expectThrows(IllegalArgumentException.class, () -> refuses.withGuards(Guard.NUMBERS));
    }
    expectThrows(
        IllegalArgumentException.class, () -> CONFIG.withGuards(Guard.field("_neardup_id")));
    expectThrows(IllegalArgumentException.class, () -> NUMBERS.withContained(ContainedTexts.HIDE));
    expectThrows(IllegalArgumentException.class, () -> NUMBERS.withShingling(Shingling.ofValues()));
    CONFIG.withSetFields("tags").withGuards(Guard.field("price"));
  }

  public void testExplanations() throws IOException {
    CollapseConfig config = CONFIG.withGuards(Guard.NUMBERS, Guard.field("price"));
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      writer.updateDocument(document("a", with("2.5")));
      writer.updateDocument(document("b", with("1.5")));
      Document cheap = document("c", with("2.5"));
      cheap.add(new StringField("price", "low", Field.Store.YES));
      writer.updateDocument(cheap);
      assertHidden(writer);
      try (DirectoryReader reader = writer.openReader()) {
        Explainer explainer = Explainer.of(reader, config, new WhitespaceAnalyzer());
        int a = explainer.find("a").getAsInt();
        Comparison numbers = explainer.compare(a, explainer.find("b").getAsInt());
        assertEquals(Basis.GUARD, numbers.decision().rule());
        assertFalse(numbers.decision().nearDuplicates());
        assertEquals(
            "not near-duplicates: a guard parts them, numbers: 2.5 \u2192 1.5",
            numbers.decision().reason());
        assertEquals(
            List.of(new Comparison.Parting("numbers", List.of("2.5"), List.of("1.5"))),
            numbers.guards());
        Comparison price = explainer.compare(a, explainer.find("c").getAsInt());
        assertEquals("a is visible; c is visible", price.places());
        assertEquals(Basis.GUARD, price.decision().rule());
        assertEquals(List.of("field:price"), price.guards().stream().map(g -> g.guard()).toList());
        assertEquals(List.of("low"), price.guards().getFirst().onlyB());
      }
    }
  }

  /** A text that stands in one that came later may not go behind it. */
  public void testLosslessIsExplainedInTheOrderOfPreference() throws IOException {
    CollapseConfig first = LOSSLESS.withPreference(Preference.FIRST);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, first)) {
      writer.updateDocument(document("part", plain(95)));
      writer.updateDocument(document("whole", plain(100)));
      writer.updateDocument(document("shorter", plain(98)));
      assertHidden(writer, "shorter");
      try (DirectoryReader reader = writer.openReader()) {
        Explainer explainer = Explainer.of(reader, first, new WhitespaceAnalyzer());
        int whole = explainer.find("whole").getAsInt();
        Comparison comparison = explainer.compare(explainer.find("part").getAsInt(), whole);
        assertEquals(Basis.GUARD, comparison.decision().rule());
        assertEquals("part is visible; whole is visible", comparison.places());
        assertEquals("lossless", comparison.guards().getFirst().guard());
        comparison = explainer.compare(whole, explainer.find("shorter").getAsInt());
        assertTrue(comparison.decision().reason(), comparison.decision().nearDuplicates());
      }
    }
  }

  /** What a guard parts is similar all the same. */
  public void testSimilarDocuments() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, NUMBERS)) {
      for (int i = 0; i < 10; i++) {
        writer.updateDocument(document("" + i, with("" + i)));
      }
      writer.updateDocument(document("far", FAR));
      try (DirectoryReader reader = writer.openReader()) {
        IndexSearcher searcher = new IndexSearcher(reader);
        TextSketcher sketcher = NUMBERS.textSketcher(new WhitespaceAnalyzer());
        var query = NearDuplicateQuery.ofText(sketcher, with("3"), null, 0.8);
        assertEquals(10, searcher.count(query));
        int count = RandomPicks.randomFrom(random(), List.of(1, 10, 11));
        var found = MostSimilar.search(searcher, query, null, count).scoreDocs;
        assertEquals(Math.min(10, count), found.length);
        Document best = reader.storedFields().document(found[0].doc, Set.of("id"));
        assertEquals("3", best.get("id"));
        assertEquals(1, found[0].score, 0);
      }
    }
  }
}
