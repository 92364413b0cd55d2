// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
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
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.neardup.index.CheckReport.Violation.Kind;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.record.NearDupFields;
import org.neardup.sketch.Bands;

/** Indexes are broken by a plain index writer, found to be broken, and repaired. */
public class TestIndexCheck extends BreakageTestCase {
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
