// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.internal.record.NearDupFields;

/** Documents, settings and calls that are refused, and the messages. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // a folder with files of others is no empty one
public class TestRefusedInput extends CollapseTestCase {
  public void testRefusesOtherSettingsAndOtherIndexes() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, CONFIG).close();
      IndexSettingsException refusal =
          expectThrows(
              IndexSettingsException.class,
              () -> open(directory, CONFIG.withThreshold(0.9)).close());
      String problem = "index was made with threshold 0.8, not 0.9";
      String anyway =
          "open it with IndexInfo.read(directory).config() and its analyzer, or index its documents again"
              + " (OpenMode.CREATE)";
      assertEquals(problem, refusal.problem());
      assertEquals(
          problem + "; IndexCheck.retune changes that; else " + anyway, refusal.getMessage());
      IndexSettingsException others =
          expectThrows(
              IndexSettingsException.class,
              () -> open(directory, CONFIG.withThreshold(0.9).withMinElements(9)).close());
      assertEquals(others.problem() + "; " + anyway, others.getMessage());
      assertRefused(directory, "another seed", CONFIG.withSeed(1));
      assertRefused(directory, "no scope, not scope lang", CONFIG.withScopeField("lang"));
    }
    try (Directory directory = newDirectory()) {
      open(directory, CONFIG.withScopeField("lang")).close();
      assertRefused(directory, "scope lang, not no scope", CONFIG);
      assertRefused(directory, "scope lang, not site", CONFIG.withScopeField("site"));
    }
    try (Directory directory = newDirectory()) {
      new IndexWriter(directory, writerConfig()).close();
      expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG).close());
    }
  }

  private static void assertRefused(Directory directory, String difference, CollapseConfig config) {
    IndexSettingsException refusal =
        expectThrows(IndexSettingsException.class, () -> open(directory, config).close());
    assertEquals("index was made with " + difference, refusal.problem());
  }

  public void testRefusesDocumentsWithoutOneId() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(new Document()));
      Document two = document("1", TEXT);
      two.add(new StringField("id", "2", Field.Store.YES));
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(two));
      Document number = new Document();
      number.add(new LongField("id", 5, Field.Store.YES));
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(number));
      Document ours = document("1", TEXT);
      ours.add(new StringField("_neardup_group", "2", Field.Store.YES));
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(ours));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  public void testRefusesDocumentsWithoutTextWhileNoneHasText() throws IOException {
    CollapseConfig config = CONFIG.withTextFields("title", "text");
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, config)) {
        Document misnamed = new Document();
        misnamed.add(new StringField("id", "1", Field.Store.YES));
        misnamed.add(new TextField("body", TEXT, Field.Store.YES));
        IllegalArgumentException refusal =
            expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(misnamed));
        assertEquals(
            "documents must have a text field, of title, text, as long as none of the index has"
                + " one, got one with the fields id, body: name its text (withTextFields), or allow"
                + " that (withRequiresText(false))",
            refusal.getMessage());
        assertEquals(Set.of(), read(writer).keySet());
        writer.updateDocument(document("2", ""));
        writer.updateDocument(misnamed);
        assertEquals(1, writer.statistics().arrived().withoutText());
      }
      try (CollapsingIndexWriter writer = open(directory, config)) {
        Document without = new Document();
        without.add(new StringField("id", "3", Field.Store.YES));
        writer.updateDocument(without); // the index has text
        assertEquals(1, writer.statistics().arrived().withoutText());
        assertEquals(Set.of("1", "2", "3"), read(writer).keySet());
      }
    }
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config.withRequiresText(false))) {
      Document without = new Document();
      without.add(new StringField("id", "3", Field.Store.YES));
      writer.updateDocument(without);
      assertEquals(Set.of("3"), read(writer).keySet());
    }
  }

  public void testADocumentOfWhichNoScopeCanBeReadIsNotAdded() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withScopeField("site"))) {
      Document bytes = document("1", TEXT);
      bytes.add(new KeywordField("site", new BytesRef("x"), Field.Store.NO));
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(bytes));
      Document several = scoped("1", TEXT, "x");
      several.add(new StringField("site", "y", Field.Store.YES));
      expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(several));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  public void testWhatAnotherWriterPreparedIsRefused() throws IOException {
    for (CollapseConfig config : List.of(CONFIG, CONFIG.withSketch(64, 4), CONFIG.withSeed(7))) {
      try (Directory directory = newDirectory();
          Directory other = newDirectory();
          CollapsingIndexWriter writer = open(directory, CONFIG);
          CollapsingIndexWriter another = open(other, config)) {
        PreparedDocument prepared = another.prepare(document("1", TEXT));
        assertEquals(
            "a document must be prepared by the writer that it is given to, got document 1 prepared"
                + " by another writer",
            expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(prepared))
                .getMessage());
        another.updateDocument(prepared);
        writer.updateDocument(document("2", TEXT));
        writer.flush();
        assertEquals(Set.of("2"), read(writer).keySet());
        assertEquals(Set.of("1"), read(another).keySet());
      }
    }
  }

  public void testAPreparedDocumentThatBecameAnotherIsRefused() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", FAR));
      Document reused = document("1", TEXT);
      PreparedDocument first = writer.prepare(reused);
      ((Field) reused.getField("id")).setStringValue("2");
      PreparedDocument second = writer.prepare(reused);
      assertEquals(
          "a prepared document must not change, got one with id 2 that was prepared with id 1",
          expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(first))
              .getMessage());
      assertEquals(new Outcome.Visible(false), writer.updateDocument(second));
      Map<String, Found> found = read(writer);
      assertEquals(Set.of("1", "2"), found.keySet());
      assertEquals(FAR, found.get("1").text());
    }
  }

  public void testBadConfigurationsAreRefused() {
    for (double threshold : new double[] {0, -1, 1.5, Double.NaN}) {
      IllegalArgumentException refusal =
          expectThrows(IllegalArgumentException.class, () -> CONFIG.withThreshold(threshold));
      assertEquals(
          "threshold must be above 0 and at most 1, got " + threshold, refusal.getMessage());
    }
    expectThrows(IllegalArgumentException.class, () -> CONFIG.withTextFields());
    IllegalArgumentException comma =
        expectThrows(IllegalArgumentException.class, () -> CONFIG.withTextFields("a,b", "c"));
    assertEquals("names of textFields must have no comma, got [a,b, c]", comma.getMessage());
    IllegalArgumentException scope =
        expectThrows(IllegalArgumentException.class, () -> CONFIG.withScopeField(""));
    assertEquals("scopeField must not be empty, got \"\"", scope.getMessage());
    assertRefused("idField must not be empty, got \"\"", () -> CONFIG.withIdField(""));
    assertRefused(
        "names of textFields must not be empty, got \"\"", () -> CONFIG.withTextFields("text", ""));
    assertRefused(
        "textFields must name each field once, got [text, text]",
        () -> CONFIG.withTextFields("text", "text"));
    expectThrows(IllegalArgumentException.class, () -> CONFIG.withSketch(0, 8));
    expectThrows(IllegalArgumentException.class, () -> CONFIG.withSketch(128, 65));
    expectThrows(IllegalArgumentException.class, () -> CONFIG.withMinElements(0));
    expectThrows(IllegalArgumentException.class, () -> CONFIG.withMaxPending(0));
    IllegalArgumentException unreachable =
        expectThrows(IllegalArgumentException.class, () -> CONFIG.withThreshold(0.03));
    assertEquals(
        "threshold must be at least 0.0354 to have a recall of 0.99 with 128 slots and 128 bands,"
            + " got 0.03",
        unreachable.getMessage());
    assertEquals(0.03, CONFIG.withSketch(256, 8).withThreshold(0.03).threshold(), 0);
  }

  public void testNamesOfOurFieldsAreRefused() {
    String constraint = " must not start with _neardup_, got ";
    String name = NearDupFields.SKETCH;
    assertRefused("idField" + constraint + name, () -> CONFIG.withIdField(name));
    assertRefused(
        "names of textFields" + constraint + name, () -> CONFIG.withTextFields("text", name));
    assertRefused("scopeField" + constraint + name, () -> CONFIG.withScopeField(name));
    assertRefused(
        "fields of preference" + constraint + name, () -> Preference.parse("max:" + name));
    assertRefused("dateField" + constraint + name, () -> new Retention(name, Duration.ZERO));
    assertRefused("dateField must not be empty, got \"\"", () -> new Retention("", Duration.ZERO));
  }

  private static void assertRefused(String message, ThrowingRunnable mistake) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, mistake).getMessage());
  }

  public void testNoListenerIsRefusedBeforeAnythingIsWritten() throws IOException {
    try (Directory directory = newDirectory()) {
      assertEquals(
          "listener",
          expectThrows(
                  NullPointerException.class,
                  () -> CollapsingIndexWriter.open(directory, CONFIG, writerConfig(), null))
              .getMessage());
      assertEquals(0, directory.listAll().length);
    }
  }

  public void testAClosedWriterPreparesNothing() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = open(directory, CONFIG);
      writer.close();
      expectThrows(AlreadyClosedException.class, () -> writer.prepare(document("1", TEXT)));
    }
  }
}
