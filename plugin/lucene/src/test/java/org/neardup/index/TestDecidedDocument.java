// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;

/** Documents that are decided on in one step and written in another. */
public class TestDecidedDocument extends CollapseTestCase {
  private static DecidedDocument decide(CollapsingIndexWriter writer, Document document)
      throws IOException {
    return writer.decide(writer.prepare(document));
  }

  private static Document immense(String id, String text) {
    Document document = document(id, text);
    document.add(new StringField("immense", "x".repeat(40_000), Field.Store.NO));
    return document;
  }

  public void testTheOrderOfDecisionsCounts() throws Exception {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      DecidedDocument first = decide(writer, document("1", TEXT));
      DecidedDocument second = decide(writer, document("2", NEAR));
      assertHiddenBehindOne(CompletableFuture.supplyAsync(() -> outcome(second)).get());
      assertEquals(new Outcome.Visible(false), first.write());
      assertEquals(first.write(), first.write());
      assertHidden(writer, "2");
      assertEquals(2, writer.statistics().arrived().documents());
    }
  }

  private static void assertHiddenBehindOne(Outcome outcome) {
    assertEquals("1", ((Outcome.Hidden) outcome).representative());
  }

  private static Outcome outcome(DecidedDocument decided) {
    try {
      return decided.write();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** On the thread that holds what is to be written. */
  public void testWhatRunsAloneWritesFirst() throws IOException {
    List<Alone> all =
        List.of(
            CollapsingIndexWriter::flush,
            CollapsingIndexWriter::commit,
            writer -> writer.openReader().close(),
            CollapsingIndexWriter::reconcile,
            CollapsingIndexWriter::close);
    for (Alone alone : all) {
      try (Directory directory = newDirectory()) {
        CollapsingIndexWriter writer = open(directory, CONFIG);
        DecidedDocument first = decide(writer, document("1", TEXT));
        DecidedDocument second = decide(writer, document("2", NEAR));
        DecidedDocument far = decide(writer, document("3", FAR));
        far.write();
        alone.run(writer);
        assertEquals(3, writer.statistics().arrived().documents());
        assertHiddenBehindOne(second.write());
        assertEquals(new Outcome.Visible(false), first.write());
        writer.close();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertEquals(Set.of("1", "2", "3"), read(reader).keySet());
          assertTrue(read(reader).get("2").hidden());
        }
      }
    }
  }

  @FunctionalInterface
  private interface Alone {
    void run(CollapsingIndexWriter writer) throws IOException;
  }

  public void testABufferIsFlushedWithWhatIsWritten() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = open(directory, CONFIG);
      DecidedDocument first = decide(writer, document("1", TEXT));
      assertFalse(writer.flushNextBuffer());
      first.write();
      assertTrue(writer.flushNextBuffer());
      assertFalse(writer.flushNextBuffer());
      assertHiddenBehindOne(decide(writer, document("2", NEAR)).write());
      assertHidden(writer, "2");
      writer.close();
      expectThrows(AlreadyClosedException.class, writer::flushNextBuffer);
    }
  }

  public void testTheNextChangeOfAnIdWritesFirst() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      DecidedDocument first = decide(writer, document("1", TEXT));
      DecidedDocument second = decide(writer, document("1", FAR));
      DecidedDocument deleted = decide(writer, document("2", TEXT));
      assertEquals(1, writer.deleteDocuments("2"));
      assertEquals(new Outcome.Visible(true), second.write());
      assertEquals(new Outcome.Visible(false), first.write());
      assertEquals(new Outcome.Visible(false), deleted.write());
      assertEquals(Set.of("1"), read(writer).keySet());
      assertEquals(FAR, read(writer).get("1").text());
    }
  }

  public void testARefusedDocumentIsWithdrawnWhoeverWritesIt() throws IOException {
    for (boolean refreshes : List.of(true, false)) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", FAR));
        DecidedDocument refused = decide(writer, immense("1", TEXT));
        DecidedDocument copy = decide(writer, document("2", NEAR));
        assertHiddenBehindOne(copy.write());
        if (refreshes) {
          writer.flush();
        }
        var e = expectThrows(IllegalArgumentException.class, refused::write);
        assertSame(e, expectThrows(IllegalArgumentException.class, refused::write));
        Map<String, Found> found = read(writer);
        assertEquals(FAR, found.get("1").text());
        assertHidden(writer);
        assertEquals(2, writer.statistics().arrived().documents());
      }
    }
  }

  public void testNothingIsDroppedForWhatIsNotWritten() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      DecidedDocument first = decide(writer, document("1", TEXT));
      DecidedDocument second = decide(writer, document("2", NEAR));
      assertTrue(second.write() instanceof Outcome.Dropped);
      first.write();
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

  public void testARollbackForgetsWhatIsNotWritten() throws IOException {
    try (Directory directory = newDirectory()) {
      CollapsingIndexWriter writer = open(directory, CONFIG);
      DecidedDocument written = decide(writer, document("1", TEXT));
      DecidedDocument unwritten = decide(writer, document("2", FAR));
      written.write();
      writer.rollback();
      assertEquals(new Outcome.Visible(false), written.write());
      expectThrows(AlreadyClosedException.class, unwritten::write);
      try (CollapsingIndexWriter again = open(directory, CONFIG)) {
        assertEquals(Collections.emptySet(), read(again).keySet());
      }
    }
  }

  public void testWhatAnotherWriterPreparedIsNotDecidedOn() throws IOException {
    try (Directory directory = newDirectory();
        Directory other = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG);
        CollapsingIndexWriter another = open(other, CONFIG)) {
      PreparedDocument prepared = another.prepare(document("1", TEXT));
      expectThrows(IllegalArgumentException.class, () -> writer.decide(prepared));
    }
  }
}
