// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.codec.BandKeys;
import org.neardup.codec.NearDupCodec;
import org.neardup.compare.Resemblance;
import org.neardup.compare.SketchParameters;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.CheckReport.Violation.Kind;
import org.neardup.index.groups.Entry;
import org.neardup.index.upkeep.NearPairs;
import org.neardup.index.upkeep.TestNearPairs;
import org.neardup.record.NearDupFields;
import org.neardup.sketch.Bands;
import org.neardup.sketch.ElementSet;

/** Indexes are broken by a plain index writer, found to be broken, and repaired. */
public class TestIndexCheck extends CollapseTestCase {
  private static final String TEXT = text(words("a", 200));
  private static final String NEAR = TEXT.replace("a100 ", "b100 ");
  private static final String FAR = text(words("c", 200));

  /** 1 and 4 are visible, 2 and 3 hidden behind 1. */
  private static final Map<String, String> TEXTS =
      new TreeMap<>(Map.of("1", TEXT, "2", NEAR, "3", TEXT, "4", FAR));

  /** What a plain writer does. */
  @FunctionalInterface
  private interface Breakage {
    void apply(IndexWriter writer) throws IOException;
  }

  public void testASoundIndexHasNoViolations() throws IOException {
    assertBroken(TEXTS, writer -> {});
  }

  public void testRepresentativeDeleted() throws IOException {
    Map<String, String> expected = new TreeMap<>(TEXTS);
    expected.remove("1");
    assertBroken(
        expected,
        writer -> writer.deleteDocuments(id("1")),
        Kind.NO_REPRESENTATIVE,
        Kind.NO_REPRESENTATIVE);
  }

  public void testDocumentAdded() throws IOException {
    Map<String, String> expected = new TreeMap<>(TEXTS);
    expected.put("5", TEXT + " and more");
    assertBroken(
        expected,
        writer -> writer.addDocument(document("5", TEXT + " and more")),
        Kind.FOREIGN_DOCUMENT);
  }

  public void testRepresentativeReplaced() throws IOException {
    Map<String, String> expected = new TreeMap<>(TEXTS);
    expected.put("1", FAR);
    assertBroken(
        expected,
        writer -> writer.updateDocument(id("1"), document("1", FAR)),
        Kind.FOREIGN_DOCUMENT,
        Kind.NO_REPRESENTATIVE,
        Kind.NO_REPRESENTATIVE);
  }

  public void testDocumentWithAnIdThatIsThere() throws IOException {
    Map<String, String> expected = new TreeMap<>(TEXTS);
    expected.put("2", "another text");
    assertBroken(
        expected,
        writer -> writer.addDocument(document("2", "another text")),
        Kind.FOREIGN_DOCUMENT,
        Kind.DUPLICATE_ID);
  }

  public void testVariantShown() throws IOException {
    assertBroken(
        TEXTS,
        writer -> update(writer, "2", new NumericDocValuesField(NearDupFields.HIDDEN, (Long) null)),
        Kind.VISIBLE_TWICE,
        Kind.SEVERAL_REPRESENTATIVES);
  }

  public void testDocumentHiddenBehindOneThatItIsUnlike() throws IOException {
    assertBroken(
        TEXTS,
        writer -> {
          update(writer, "4", new NumericDocValuesField(NearDupFields.HIDDEN, 1));
          update(writer, "4", new NumericDocValuesField(NearDupFields.MOVED, 0));
        },
        Kind.UNLIKE_REPRESENTATIVE);
  }

  public void testSketchOfAnotherText() throws IOException {
    byte[] sketch = sketchOf(TEXT);
    assertBroken(
        TEXTS,
        writer ->
            update(
                writer, "4", new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketch))),
        Kind.SKETCH,
        Kind.VISIBLE_TWICE);
  }

  public void testSketchOfAnotherLength() throws IOException {
    Document forged = withDamagedSketch(document("4", FAR));
    assertBroken(TEXTS, writer -> writer.updateDocument(id("4"), forged), Kind.BANDS, Kind.SKETCH);
  }

  /** It was hidden when its segment was written, so the bands lack it. */
  public void testADocumentThatAnotherWriterShowedIsFound() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, Map.of("1", TEXT));
      fill(directory, CONFIG, Map.of("2", NEAR));
      breakBehind(
          directory,
          writer -> {
            writer.deleteDocuments(id("1"));
            update(writer, "2", new NumericDocValuesField(NearDupFields.HIDDEN, (Long) null));
          });
      assertEquals(Map.of(Kind.OTHER_WRITER, 1L), check(directory, CONFIG).counts());
      IndexCheck.repair(directory, CONFIG, writerConfig());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertTrue(writer.updateDocument(document("3", TEXT)) instanceof Outcome.Hidden);
        assertEquals(
            new Outcome.Hidden("2", Resemblance.IDENTICAL, false),
            writer.updateDocument(document("4", NEAR)));
      }
    }
  }

  public void testSketchOfAnotherLengthWithoutItsText() throws IOException {
    assertNotRepaired(unstored("4"), Map.of(Kind.BANDS, 1L, Kind.SKETCH, 1L));
  }

  /** There is a place for it neither in the bands nor beside them once it is shown. */
  public void testSketchOfAnotherLengthOfAHiddenDocumentWithoutItsText() throws IOException {
    Document forged = unstored("4");
    forged.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    assertNotRepaired(forged, Map.of(Kind.BANDS, 1L, Kind.SKETCH, 1L, Kind.NO_REPRESENTATIVE, 1L));
  }

  private static Document unstored(String id) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", FAR, Field.Store.NO));
    return document;
  }

  /** A document that replaces 4, and gets a damaged sketch. */
  private static void assertNotRepaired(Document forged, Map<Kind, Long> expected)
      throws IOException {
    withDamagedSketch(forged);
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, TEXTS);
      breakBehind(directory, writer -> writer.updateDocument(id("4"), forged));
      Map<Kind, Long> counts = new EnumMap<>(check(directory, CONFIG).counts());
      assertEquals("the segment", 1L, (long) counts.remove(Kind.OTHER_WRITER));
      assertEquals(expected, counts);
      RepairReport repaired = IndexCheck.repair(directory, CONFIG, writerConfig());
      assertEquals(List.of("4"), repaired.notRepaired().stream().map(Violation::id).toList());
      assertTrue(check(directory, CONFIG).isSound());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(new Outcome.Visible(false), writer.updateDocument(document("5", FAR)));
      }
    }
  }

  private static Document withDamagedSketch(Document document) {
    addOwnFields(document, "4", 3, new byte[7]);
    return document;
  }

  private static void addOwnFields(Document document, String id, long number, byte[] sketch) {
    document.add(new BinaryDocValuesField(NearDupFields.ID, new BytesRef(id)));
    document.add(new NumericDocValuesField(NearDupFields.ORDER, number));
    document.add(new NumericDocValuesField(NearDupFields.GROUP, number));
    document.add(new StringField(NearDupFields.GROUP, Long.toString(number), Field.Store.NO));
    document.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(sketch)));
  }

  private static byte[] sketchOf(String text) throws IOException {
    return CONFIG.textSketcher(new WhitespaceAnalyzer()).sketch(text, 0).value();
  }

  public void testNumbers() throws IOException {
    assertBroken(
        TEXTS,
        writer -> {
          update(writer, "2", new NumericDocValuesField(NearDupFields.ORDER, 0));
          update(writer, "4", new NumericDocValuesField(NearDupFields.ORDER, 17));
        },
        Kind.NUMBER,
        Kind.NUMBER,
        Kind.NUMBER);
  }

  public void testNumbersThatAreStillToBeGiven() throws IOException {
    int next = TEXTS.size();
    assertBroken(
        TEXTS,
        writer -> update(writer, "4", new NumericDocValuesField(NearDupFields.ORDER, next)),
        Kind.NUMBER);
    assertBroken(
        TEXTS,
        writer -> update(writer, "4", new NumericDocValuesField(NearDupFields.MOVED, next)),
        Kind.NUMBER);
  }

  /** There are none after them. */
  public void testNumbersThatAreTooLarge() throws IOException {
    for (String field : List.of(NearDupFields.ORDER, NearDupFields.MOVED)) {
      for (long number : new long[] {Long.MAX_VALUE, 1L << 62}) {
        assertBroken(
            TEXTS,
            writer -> update(writer, "4", new NumericDocValuesField(field, number)),
            Kind.NUMBER);
      }
    }
  }

  /** We give none. */
  public void testNumbersBelowZero() throws IOException {
    for (String field : List.of(NearDupFields.ORDER, NearDupFields.MOVED)) {
      assertBroken(
          TEXTS,
          writer -> update(writer, "4", new NumericDocValuesField(field, Long.MIN_VALUE)),
          Kind.NUMBER);
    }
  }

  public void testMergedWithOtherBands() throws IOException {
    SketchParameters own = CONFIG.textSketcher(new WhitespaceAnalyzer()).parameters();
    SketchParameters others =
        new SketchParameters(own.format(), new Bands(10, 10), own.minElements());
    IndexWriterConfig config = writerConfig();
    config.setCodec(NearDupCodec.wrap(config.getCodec(), NearDupFields.SKETCH, others));
    Map<String, String> expected = new TreeMap<>(TEXTS);
    expected.put("5", FAR);
    assertBroken(
        expected,
        config,
        writer -> {
          writer.addDocument(document("5", FAR));
          merge(writer);
        },
        Kind.FOREIGN_DOCUMENT,
        Kind.BANDS);
  }

  public void testMergedWithoutBands() throws IOException {
    Map<String, String> expected = new TreeMap<>(TEXTS);
    expected.put("5", NEAR);
    assertBroken(
        expected,
        writer -> {
          writer.addDocument(document("5", NEAR));
          merge(writer);
        },
        Kind.FOREIGN_DOCUMENT,
        Kind.BANDS);
  }

  private static void merge(IndexWriter writer) throws IOException {
    writer.getConfig().setMergePolicy(new LogDocMergePolicy()); // keeps the order
    writer.forceMerge(1);
  }

  private static Term id(String id) {
    return new Term("id", id);
  }

  private static void update(IndexWriter writer, String id, Field field) throws IOException {
    writer.updateDocValues(id(id), field);
  }

  private static void assertBroken(Map<String, String> expected, Breakage breakage, Kind... kinds)
      throws IOException {
    assertBroken(expected, writerConfig(), breakage, kinds);
  }

  private static void assertBroken(
      Map<String, String> expected, IndexWriterConfig config, Breakage breakage, Kind... kinds)
      throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, TEXTS);
      breakBehind(directory, config, breakage);
      List<Kind> found = new ArrayList<>();
      check(directory, CONFIG).violations().forEach(violation -> found.add(violation.kind()));
      found.removeIf(kind -> kind == Kind.OTHER_WRITER);
      found.sort(null);
      assertEquals(List.of(kinds), found);
      RepairReport repaired = IndexCheck.repair(directory, CONFIG, writerConfig());
      assertEquals(List.of(), repaired.notRepaired());
      assertSound(directory, CONFIG, expected);
    }
  }

  private static void breakBehind(Directory directory, Breakage breakage) throws IOException {
    breakBehind(directory, writerConfig(), breakage);
  }

  private static void breakBehind(Directory directory, IndexWriterConfig config, Breakage breakage)
      throws IOException {
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter behind = new IndexWriter(directory, config)) {
      breakage.apply(behind);
    }
  }

  private static CheckReport check(Directory directory, CollapseConfig config) throws IOException {
    return IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
  }

  private static void assertSound(
      Directory directory, CollapseConfig config, Map<String, String> expected) throws IOException {
    CheckReport after = check(directory, config);
    assertEquals(List.of(), after.violations());
    assertTrue(after.isSound());
    assertEquals(expected.size(), after.documents());
    assertEquals(expected.size(), after.comparedTexts());
    try (CollapsingIndexWriter writer = open(directory, config)) {
      Map<String, Found> found = read(writer);
      Map<String, String> texts = new TreeMap<>();
      found.values().forEach(doc -> texts.put(doc.id(), doc.text()));
      assertEquals(expected, texts);
      assertEquals(after.hidden(), found.values().stream().filter(Found::hidden).count());
      TestCollapseInvariants.assertInvariants(found);
    }
  }

  private static void fill(Directory directory, CollapseConfig config, Map<String, String> texts)
      throws IOException {
    try (CollapsingIndexWriter writer = open(directory, config)) {
      for (var text : texts.entrySet()) {
        writer.updateDocument(document(text.getKey(), text.getValue()));
      }
    }
  }

  public void testDocumentsThatCannotBeRepairedAreNamed() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, TEXTS);
      breakBehind(
          directory,
          writer -> {
            Document noId = new Document();
            noId.add(new TextField("text", TEXT, Field.Store.YES));
            writer.addDocument(noId);
            Document noText = new Document();
            noText.add(new StringField("id", "9", Field.Store.YES));
            noText.add(new TextField("text", TEXT, Field.Store.NO));
            writer.addDocument(noText);
          });
      RepairReport repaired = IndexCheck.repair(directory, CONFIG, writerConfig());
      assertEquals(
          List.of("", "9"), repaired.notRepaired().stream().map(Violation::id).sorted().toList());
      assertEquals(Map.of(Kind.FOREIGN_DOCUMENT, 1L), check(directory, CONFIG).counts());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertTrue(writer.updateDocument(document("8", TEXT)) instanceof Outcome.Hidden);
        assertEquals(new Outcome.Hidden("1", Resemblance.IDENTICAL, true), update9(writer));
        assertEquals(new Reconciled(2, 4, 0), writer.reconcile());
      }
    }
  }

  private static Outcome update9(CollapsingIndexWriter writer) throws IOException {
    return writer.updateDocument(document("9", TEXT));
  }

  public void testOtherFieldsOfForeignDocumentsAreKept() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, TEXTS);
      Document foreign = document("5", NEAR);
      foreign.add(new StringField("indexed", "only", Field.Store.NO));
      foreign.add(new NumericDocValuesField("number", 5));
      breakBehind(directory, writer -> writer.addDocument(foreign));
      IndexCheck.repair(directory, CONFIG, writerConfig());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(1, reader.docFreq(new Term("indexed", "only")));
        assertEquals(1, reader.getDocCount("indexed"));
      }
    }
  }

  /** Scopes, kept fields and short texts; whatever is done through the writer is sound. */
  public void testWhatTheWriterLeavesIsSound() throws IOException {
    for (int i = 0; i < atLeast(4); i++) {
      CollapseConfig config =
          CONFIG
              .withScopeField("site")
              .withMaxPending(1 + random().nextInt(40))
              .withThreshold(RandomPicks.randomFrom(random(), List.of(0.5, 0.8, 0.95)))
              .withVariants(RandomPicks.randomFrom(random(), List.of(Variants.values())))
              .withVerification(RandomPicks.randomFrom(random(), List.of(Verification.values())))
              .withPreference(
                  Preference.parse(
                      RandomPicks.randomFrom(random(), List.of("first", "last", "longest"))));
      try (Directory directory = newDirectory()) {
        try (CollapsingIndexWriter writer = open(directory, config)) {
          for (int j = 0; j < 100; j++) {
            writer.updateDocument(randomDocument(random()));
          }
        }
        CheckReport report = check(directory, config);
        assertEquals(List.of(), report.violations());
        assertEquals(report.documents(), report.visible() + report.hidden());
      }
    }
  }

  private static Document randomDocument(Random random) {
    String source = text(words("s" + random.nextInt(3) + "_", 1 + random.nextInt(2) * 80));
    Document document =
        document(
            Integer.toString(random.nextInt(60)),
            random.nextInt(9) == 0 ? "" : edit(random, source, random.nextInt(6)));
    if (random.nextBoolean()) {
      document.add(new StringField("site", "s" + random.nextInt(2), Field.Store.YES));
    }
    return document;
  }

  /** Breaks in many ways at once; afterwards the index is whole by exact resemblance. */
  public void testRepairsWhateverWasBroken() throws IOException {
    CollapseConfig config = CONFIG.withVerification(Verification.EXACT);
    for (int i = 0; i < atLeast(5); i++) {
      Random random = new Random(random().nextLong());
      try (Directory directory = newDirectory()) {
        Map<String, String> expected = new TreeMap<>();
        for (int j = 0; j < 60; j++) {
          expected.put(Integer.toString(j), randomText(random));
        }
        fill(directory, config, expected);
        breakBehind(directory, writer -> breakAtRandom(writer, random, expected));
        RepairReport repaired = IndexCheck.repair(directory, config, writerConfig());
        assertEquals(List.of(), repaired.notRepaired());
        assertSound(directory, config, expected);
        assertNoNearDuplicates(directory);
        assertEquals(
            0, IndexCheck.repair(directory, config, writerConfig()).reconciled().changed());
      }
    }
  }

  /** A page with its markup, and a title beside a body that is not stored. */
  private static Document storedOtherwise(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    if (id.compareTo("5") < 0) {
      document.add(new TextField("text", text, Field.Store.NO));
      document.add(new StoredField("text", "<p> " + text.replace(" ", " <br> ")));
    } else {
      document.add(new TextField("text", text(words("title", 20)), Field.Store.YES));
      document.add(new TextField("text", text, Field.Store.NO));
    }
    return document;
  }

  public void testWhatIsStoredIsNotWhatWasAnalysed() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (String id : List.of("1", "5")) {
          String text = text(words("w" + id + "_", 200));
          String near = text.replace("_100 ", "_x ");
          writer.updateDocument(storedOtherwise(id + "a", near));
          assertTrue(
              writer.updateDocument(storedOtherwise(id + "b", text)) instanceof Outcome.Hidden);
          writer.updateDocument(storedOtherwise(id + "c", text(words("v" + id + "_", 200))));
          writer.deleteDocument(id + "a"); // which updates the other
        }
        if (random().nextBoolean()) {
          writer.forceMerge(1);
        }
      }
      CheckReport report = check(directory, CONFIG);
      assertEquals(List.of(), report.violations());
      assertEquals(0, report.comparedTexts());
      RepairReport repaired = IndexCheck.repair(directory, CONFIG, writerConfig());
      assertEquals(List.of(), repaired.notRepaired());
      assertEquals(0, repaired.sketched());
      assertEquals(new Reconciled(4, 0, 0), repaired.reconciled());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (String id : List.of("1", "5")) {
          assertEquals(
              new Outcome.Hidden(id + "b", Resemblance.IDENTICAL, false),
              writer.updateDocument(storedOtherwise(id + "d", text(words("w" + id + "_", 200)))));
        }
      }
    }
  }

  public void testADamagedSketchOfWhatIsNotStored() throws IOException {
    Document forged = storedOtherwise("4", FAR);
    forged.add(new NumericDocValuesField(NearDupFields.STORED_OTHERWISE, 1));
    assertNotRepaired(forged, Map.of(Kind.BANDS, 1L, Kind.SKETCH, 1L));
  }

  public void testWhatIsStoredIsWhatWasAnalysed() throws IOException {
    Document twoForms = new Document();
    twoForms.add(new StringField("id", "1", Field.Store.YES));
    twoForms.add(new TextField("text", TEXT, Field.Store.NO));
    twoForms.add(new StoredField("text", TEXT));
    Document twoTexts = document("2", FAR);
    twoTexts.add(new TextField("text", NEAR, Field.Store.YES));
    Document storedOnly = new Document();
    storedOnly.add(new StringField("id", "3", Field.Store.YES));
    storedOnly.add(new StoredField("text", TEXT));
    for (Document document : List.of(twoForms, twoTexts, storedOnly)) {
      try (Directory directory = newDirectory()) {
        try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
          writer.updateDocument(document);
        }
        CheckReport report = check(directory, CONFIG);
        assertEquals(List.of(), report.violations());
        assertEquals(1, report.comparedTexts());
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          LeafReader leaf = getOnlyLeafReader(reader);
          assertNull(leaf.getNumericDocValues(NearDupFields.STORED_OTHERWISE));
        }
      }
    }
  }

  /** At the threshold there are some; a check does not complain of them. */
  public void testRepairHidesWhatTheBandsMiss() throws IOException {
    TextSketcher sketcher = CONFIG.textSketcher(new WhitespaceAnalyzer());
    String other = edit(random(), TEXT, 4);
    while (elements(TEXT).resemblance(elements(other)) < 0.8 || shareBand(sketcher, TEXT, other)) {
      other = edit(random(), TEXT, 4);
    }
    CollapseConfig config = CONFIG.withVerification(Verification.EXACT);
    try (Directory directory = newDirectory()) {
      fill(directory, config, Map.of("1", TEXT, "2", other));
      CheckReport before = check(directory, config);
      assertEquals(Map.of(), before.counts());
      assertEquals(2, before.visible());
      assertEquals(
          new Reconciled(1, 1, 1),
          IndexCheck.repair(directory, config, writerConfig()).reconciled());
      assertEquals(1, check(directory, config).visible());
    }
  }

  /** What is near one that is dropped in the end, and not near the one that it is dropped for. */
  public void testRepairDropsNothingForWhatItDrops() throws IOException {
    TextSketcher sketcher = CONFIG.textSketcher(new WhitespaceAnalyzer());
    CollapseConfig config = CONFIG.withVerification(Verification.EXACT).withVariants(Variants.DROP);
    String other = edit(random(), TEXT, 4);
    while (elements(TEXT).resemblance(elements(other)) < 0.8 || shareBand(sketcher, TEXT, other)) {
      other = edit(random(), TEXT, 4);
    }
    String third = edit(random(), other, 3);
    while (elements(other).resemblance(elements(third)) < 0.8
        || elements(TEXT).resemblance(elements(third)) >= 0.8
        || !shareBand(sketcher, other, third)) {
      third = edit(random(), other, 3);
    }
    try (Directory directory = newDirectory()) {
      fill(directory, config, new TreeMap<>(Map.of("1", TEXT, "2", other)));
      String added = third;
      breakBehind(directory, writer -> writer.addDocument(document("3", added)));
      IndexCheck.repair(directory, config, writerConfig());
      assertSound(directory, config, Map.of("1", TEXT, "3", third));
    }
  }

  /** So many that a comparison of each with each would be quadratic. */
  public void testWhereTooManyShareABandSomePairsAreSkipped() throws IOException {
    SketchParameters parameters = CONFIG.textSketcher(new WhitespaceAnalyzer()).parameters();
    IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
    config.setCodec(NearDupCodec.wrap(config.getCodec(), NearDupFields.SKETCH, parameters));
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, TEXTS);
      assertEquals(0, check(directory, CONFIG).skippedPairs());
      breakBehind(
          directory,
          config,
          writer -> {
            for (Entry entry : TestNearPairs.unlike(parameters, NearPairs.MOST + 1)) {
              Document document = unstored(entry.id);
              addOwnFields(document, entry.id, 10 + entry.order, entry.value);
              writer.addDocument(document);
            }
          });
      CheckReport report = check(directory, CONFIG);
      assertEquals(Set.of(Kind.OTHER_WRITER, Kind.NUMBER), report.counts().keySet());
      assertTrue(report.skippedPairs() > 0);
      RepairReport repaired = IndexCheck.repair(directory, CONFIG, writerConfig());
      assertEquals(report.skippedPairs(), repaired.skippedPairs());
      assertEquals(NearPairs.MOST + 1 + 2, repaired.reconciled().visible());
    }
  }

  /** What would be hidden is shown. */
  public void testReportedVariantsCountAsVisible() throws IOException {
    CollapseConfig config = CONFIG.withVariants(Variants.REPORT);
    try (Directory directory = newDirectory()) {
      fill(directory, config, TEXTS);
      CheckReport report = check(directory, config);
      assertEquals(4, report.visible());
      assertEquals(0, report.hidden());
      assertTrue(report.isSound());
    }
  }

  public void testRepairGoesOnWithTheLatestCommit() throws IOException {
    try (Directory directory = newDirectory()) {
      fill(directory, CONFIG, TEXTS);
      IndexWriterConfig anew = writerConfig().setOpenMode(IndexWriterConfig.OpenMode.CREATE);
      expectThrows(
          IllegalArgumentException.class, () -> IndexCheck.repair(directory, CONFIG, anew));
      expectThrows(
          IllegalArgumentException.class, () -> IndexCheck.retune(directory, CONFIG, anew));
      assertSound(directory, CONFIG, TEXTS);
    }
  }

  static boolean shareBand(TextSketcher sketcher, String a, String b) throws IOException {
    BandKeys keys = new BandKeys(sketcher.parameters(), sketcher.sketch(a, 0).value());
    BandKeys others = new BandKeys(sketcher.parameters(), sketcher.sketch(b, 0).value());
    Set<Long> all = new HashSet<>();
    for (int i = 0; i < keys.count(); i++) {
      all.add(keys.key(i));
      all.add(others.key(i));
    }
    return all.size() < keys.count() + others.count();
  }

  private static String randomText(Random random) {
    return edit(random, text(words("s" + random.nextInt(3) + "_", 90)), random.nextInt(5));
  }

  private static void breakAtRandom(IndexWriter writer, Random random, Map<String, String> expected)
      throws IOException {
    for (int i = 0; i < 30; i++) {
      String id = Integer.toString(random.nextInt(70));
      switch (random.nextInt(8)) {
        case 0 -> {
          writer.deleteDocuments(id(id));
          expected.remove(id);
        }
        case 1, 2 -> {
          expected.put(id, randomText(random));
          writer.updateDocument(id(id), document(id, expected.get(id)));
        }
        case 3 -> {
          expected.put(id, randomText(random));
          writer.addDocument(document(id, expected.get(id)));
          writer.flush(); // foreign ones of one id are kept in index order
        }
        case 4 -> update(writer, id, new NumericDocValuesField(NearDupFields.HIDDEN, flag(random)));
        case 5 ->
            update(writer, id, new NumericDocValuesField(NearDupFields.MOVED, number(random)));
        case 6 ->
            update(writer, id, new NumericDocValuesField(NearDupFields.ORDER, number(random)));
        default -> {
          BytesRef sketch = new BytesRef(sketchOf(randomText(random)));
          update(writer, id, new BinaryDocValuesField(NearDupFields.SKETCH, sketch));
        }
      }
    }
    if (random.nextBoolean()) {
      merge(writer);
    }
  }

  private static Long flag(Random random) {
    return random.nextBoolean() ? 1L : null;
  }

  private static long number(Random random) {
    return random.nextInt(80);
  }

  private static void assertNoNearDuplicates(Directory directory) throws IOException {
    List<Found> visible = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      read(reader).values().stream().filter(doc -> !doc.hidden()).forEach(visible::add);
    }
    Map<String, ElementSet> sets = new HashMap<>();
    for (Found doc : visible) {
      for (Found other : visible.subList(0, visible.indexOf(doc))) {
        assertTrue(sets.get(other.id()).resemblance(elements(doc.text())) < 0.8);
      }
      sets.put(doc.id(), elements(doc.text()));
    }
  }

  public void testRefusesOtherSettingsAndNoIndex() throws IOException {
    try (Directory directory = newDirectory()) {
      expectThrows(IOException.class, () -> check(directory, CONFIG));
      fill(directory, CONFIG, TEXTS);
      expectThrows(IndexSettingsException.class, () -> check(directory, CONFIG.withThreshold(0.7)));
      CheckReport sampled = IndexCheck.check(directory, CONFIG, new WhitespaceAnalyzer(), 2);
      assertEquals(2, sampled.comparedTexts());
      assertEquals(
          0, IndexCheck.check(directory, CONFIG, new WhitespaceAnalyzer(), 0).comparedTexts());
      assertEquals(Set.of(), sampled.counts().keySet());
    }
  }
}
