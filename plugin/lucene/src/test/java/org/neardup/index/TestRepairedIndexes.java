// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

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
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Resemblance;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.CheckReport.Violation.Kind;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.record.NearDupFields;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.internal.upkeep.NearPairs;
import org.neardup.internal.upkeep.TestNearPairs;

/** What a repair makes whole, and what it leaves and names. */
public class TestRepairedIndexes extends BreakageTestCase {
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
    assertNotRepaired(unstored("4", FAR), Map.of(Kind.BANDS, 1L, Kind.SKETCH, 1L));
  }

  /** There is a place for it neither in the bands nor beside them once it is shown. */
  public void testSketchOfAnotherLengthOfAHiddenDocumentWithoutItsText() throws IOException {
    Document forged = unstored("4", FAR);
    forged.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    assertNotRepaired(forged, Map.of(Kind.BANDS, 1L, Kind.SKETCH, 1L, Kind.NO_REPRESENTATIVE, 1L));
  }

  public void testADamagedSketchOfWhatIsNotStored() throws IOException {
    Document forged = storedOtherwise("4", FAR);
    forged.add(new NumericDocValuesField(NearDupFields.STORED_OTHERWISE, 1));
    assertNotRepaired(forged, Map.of(Kind.BANDS, 1L, Kind.SKETCH, 1L));
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
        assertEquals(new ReconcileReport(2, 4, 0), writer.reconcile());
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
        Map<String, Found> whole = places(directory);
        assertEquals(
            0, IndexCheck.repair(directory, config, writerConfig()).reconciled().changed());
        assertEquals(whole, places(directory));
      }
    }
  }

  private static Map<String, Found> places(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return read(reader);
    }
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
    places(directory).values().stream().filter(doc -> !doc.hidden()).forEach(visible::add);
    Map<String, ElementSet> sets = new HashMap<>();
    for (Found doc : visible) {
      for (Found other : visible.subList(0, visible.indexOf(doc))) {
        // sketches that are sure of the opposite may err at the threshold
        assertTrue(sets.get(other.id()).resemblance(elements(doc.text())) < 0.85);
      }
      sets.put(doc.id(), elements(doc.text()));
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
          writer.deleteDocuments(id + "a"); // which updates the other
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
      assertEquals(new ReconcileReport(4, 0, 0), repaired.reconciled());
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (String id : List.of("1", "5")) {
          assertEquals(
              new Outcome.Hidden(id + "b", Resemblance.IDENTICAL, false),
              writer.updateDocument(storedOtherwise(id + "d", text(words("w" + id + "_", 200)))));
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
          new ReconcileReport(1, 1, 1),
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
            for (LiveDocument entry : TestNearPairs.unlike(parameters, NearPairs.MOST + 2)) {
              Document document = unstored(entry.id, FAR);
              addOwnFields(document, entry.id, 10 + entry.order, entry.value);
              writer.addDocument(document);
            }
          });
      CheckReport report = check(directory, CONFIG);
      assertEquals(Set.of(Kind.OTHER_WRITER, Kind.NUMBER), report.counts().keySet());
      assertTrue(report.skippedPairs() > 0);
      RepairReport repaired = IndexCheck.repair(directory, CONFIG, writerConfig());
      assertEquals(report.skippedPairs(), repaired.skippedPairs());
      assertEquals(NearPairs.MOST + 2 + 2, repaired.reconciled().visible());
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
}
