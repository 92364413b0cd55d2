// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CheckReport.Violation;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.NearDupFields;
import org.neardup.internal.sketch.SlotPacking;

/** A check does not complain of what some verification would have decided. */
public class TestCertainty extends CollapseTestCase {
  private static final CollapseConfig EXACT = CONFIG.withVerification(Verification.EXACT);

  /** Another text, on whose resemblance to TEXT an estimate and the texts do not agree. */
  private static String disputed(boolean nearByEstimate) throws IOException {
    TextSketcher sketcher = CONFIG.textSketcher(new WhitespaceAnalyzer());
    byte[] sketch = sketcher.sketch(TEXT, 0).value();
    for (; ; ) {
      String other = edit(random(), TEXT, 3 + random().nextInt(4));
      double exact = elements(TEXT).resemblance(elements(other));
      double estimate = estimate(sketcher, sketch, sketcher.sketch(other, 0).value());
      if (Math.abs(estimate - 0.8) < 0.1 // or no verification would be in doubt
          && (estimate >= 0.8) == nearByEstimate
          && (exact >= 0.8) != nearByEstimate
          && TestRepairedIndexes.shareBand(sketcher, TEXT, other)) {
        return other;
      }
    }
  }

  private static double estimate(TextSketcher sketcher, byte[] a, byte[] b) {
    SlotPacking packing = sketcher.parameters().format().packing();
    return packing.resemblance(
        packing.agreeing(a, SketchValue.SLOTS_OFFSET, b, SketchValue.SLOTS_OFFSET));
  }

  /** Decided by texts that were in memory then; now there are only sketches. */
  private static void assertSoundWithoutTexts(String other, int visible) throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, EXACT)) {
        writer.updateDocument(unstored("1", TEXT));
        writer.updateDocument(unstored("2", other));
      }
      CheckReport report = check(directory);
      assertEquals(List.of(), report.violations());
      assertEquals(visible, report.visible());
    }
  }

  /** What is near by texts alone keeps its place when these are not to be had, or not asked. */
  public void testAnUnchangedVariantKeepsItsPlaceWhateverDecidesNow() throws IOException {
    String other = disputed(false);
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, EXACT)) {
        writer.updateDocument(unstored("1", TEXT));
        assertTrue(writer.updateDocument(unstored("2", other)) instanceof Outcome.Hidden);
      }
      CollapseConfig now =
          random().nextBoolean() ? CONFIG : CONFIG.withVerification(Verification.SKETCH);
      try (CollapsingIndexWriter writer = open(directory, now)) {
        Outcome.Hidden outcome = (Outcome.Hidden) writer.updateDocument(unstored("2", other));
        assertEquals("1", outcome.representative());
        assertTrue(outcome.resemblance().value() < CONFIG.threshold());
        writer.deleteDocuments("2");
      }
      assertEquals(List.of(), check(directory).violations());
    }
  }

  private static CheckReport check(Directory directory) throws IOException {
    return IndexCheck.check(directory, EXACT, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS);
  }

  public void testAnEstimateNearTheThresholdIsNotSure() throws IOException {
    assertSoundWithoutTexts(disputed(true), 2);
    assertSoundWithoutTexts(disputed(false), 1);
  }

  public void testAnEstimateOfOneIsNotCalledExact() throws IOException {
    String original = text(words("a", 6000));
    String near = withTheSameSketch(original);
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(unstored("1", original));
        assertTrue(writer.updateDocument(unstored("2", near)) instanceof Outcome.Hidden);
      }
      try (IndexWriter behind = new IndexWriter(directory, writerConfig())) {
        behind.updateDocValues(
            new Term("id", "2"),
            new NumericDocValuesField(NearDupFields.HIDDEN, null),
            new NumericDocValuesField(NearDupFields.MOVED, 1));
      }
      Violation violation = check(directory).violations().getFirst();
      assertEquals("visible beside 1, estimated resemblance 0.996", violation.detail());
    }
  }

  /** Another text, with one other word, whose sketch has the same slots. */
  private static String withTheSameSketch(String text) throws IOException {
    TextSketcher sketcher = CONFIG.textSketcher(new WhitespaceAnalyzer());
    byte[] sketch = sketcher.sketch(text, 0).value();
    String other = text;
    for (int i = 0; other.equals(text); i++) {
      String candidate = text.replace(" a" + (100 + i) + " ", " b ");
      if (estimate(sketcher, sketch, sketcher.sketch(candidate, 0).value()) == 1) {
        other = candidate;
      }
    }
    return other;
  }

  public void testNothingIsHiddenBehindADocumentOfAnotherScope() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", TEXT));
      }
      try (IndexWriter behind = new IndexWriter(directory, writerConfig())) {
        behind.updateDocValues(
            new Term("id", "2"), new NumericDocValuesField(NearDupFields.SCOPE, 5));
      }
      CheckReport report = IndexCheck.check(directory, CONFIG, new WhitespaceAnalyzer(), 0);
      assertEquals(Map.of(Violation.Kind.UNLIKE_REPRESENTATIVE, 1L), report.counts());
    }
  }

  /** Two texts of the same few elements, which are not the same text. */
  public void testShortTextsAreNearDuplicatesOnlyIfTheyAreTheSame() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", "a b c a b c a b c a"));
        writer.updateDocument(document("2", "b c a b c a b c a b"));
      }
      assertEquals(2, check(directory).visible());
      assertEquals(Map.of(), check(directory).counts());
      try (IndexWriter behind = new IndexWriter(directory, writerConfig())) {
        behind.updateDocValues(
            new Term("id", "2"),
            new NumericDocValuesField(NearDupFields.HIDDEN, 1),
            new NumericDocValuesField(NearDupFields.MOVED, 0));
      }
      assertEquals(Map.of(Violation.Kind.UNLIKE_REPRESENTATIVE, 1L), check(directory).counts());
    }
  }
}
