// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;

/** Calls that are named as those of Lucene's writer do what these do, and keep one version. */
public class TestPortedCalls extends CollapseTestCase {
  private Directory directory;
  private CollapsingIndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    writer = open(directory, CONFIG);
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  private Set<String> committed() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return read(reader).keySet();
    }
  }

  public void testAddingRefusesAnIdThatIsThere() throws IOException {
    writer.addDocument(document("1", TEXT));
    writer.addDocument(document("2", NEAR));
    assertHidden(writer, "2");
    for (String id : new String[] {"1", "2"}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> writer.addDocument(document(id, FAR)));
      assertEquals(
          "an added document must have a new id, got "
              + id
              + ", which the index has; updateDocument replaces it",
          e.getMessage());
    }
    assertHidden(writer, "2");
    assertEquals(2, writer.deleteDocuments("1", "2", "3"));
    writer.addDocument(document("1", FAR));
    assertEquals(Set.of("1"), read(writer).keySet());
  }

  public void testTheTermOfAnUpdateIsTheIdOfTheDocument() throws IOException {
    writer.updateDocument(new Term("id", "1"), document("1", TEXT));
    writer.updateDocument(new Term("id", "1"), document("1", FAR));
    for (Term other : new Term[] {new Term("id", "2"), new Term("site", "1"), null}) {
      Document document = document("1", TEXT);
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class, () -> writer.updateDocument(other, document));
      assertEquals(
          "a document replaces the one that has its id, id:1, got "
              + other
              + "; delete others by deleteDocuments(Term...)",
          e.getMessage());
    }
    assertEquals(FAR, read(writer).get("1").text());
  }

  public void testDeletesByTermsOfAnyFields() throws IOException {
    writer.addDocument(scoped("1", TEXT, "a"));
    writer.addDocument(scoped("2", NEAR, "b"));
    writer.addDocument(scoped("3", FAR, "b"));
    writer.addDocument(scoped("4", text(words("d", 50)), "c"));
    assertEquals(0, writer.deleteDocuments(new Term[0]));
    assertEquals(2, writer.deleteDocuments(new Term("id", "1"), new Term("site", "c")));
    assertHidden(writer);
    assertEquals(Set.of("2", "3"), read(writer).keySet());
    assertEquals(1, writer.deleteDocuments(new Term("id", "2"), new Term("id", "1")));
    assertEquals(1, writer.deleteAll());
    assertEquals(0, writer.getDocStats().numDocs);
    writer.addDocument(document("1", NEAR));
    assertHidden(writer);
  }

  public void testACommitInTwoStepsHasWhatWasThereAtTheFirst() throws IOException {
    writer.commit();
    writer.setCommitData(Map.of("read", "1"));
    writer.addDocument(document("1", TEXT));
    writer.prepareCommit();
    assertEquals(Set.of(), committed());
    writer.setCommitData(Map.of("read", "2"));
    writer.addDocument(document("2", NEAR));
    assertHidden(writer, "2");
    assertEquals(
        "a commit is prepared: call commit or rollback first",
        expectThrows(IllegalStateException.class, writer::prepareCommit).getMessage());
    expectThrows(IllegalStateException.class, writer::close);
    writer.commit();
    assertEquals(Set.of("1"), committed());
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals("1", reader.getIndexCommit().getUserData().get("read"));
    }
    assertTrue(writer.hasUncommittedChanges());
    writer.commit();
    assertEquals(Set.of("1", "2"), committed());
  }

  /** What was written after a commit was prepared is not taken for another writer's. */
  public void testOpensWithACommitThatWasPrepared() throws IOException {
    writer.addDocument(document("1", TEXT));
    writer.prepareCommit();
    writer.addDocument(document("2", NEAR));
    writer.deleteDocuments("1");
    writer.commit();
    writer.rollback();
    writer = open(directory, CONFIG);
    assertEquals(Set.of("1"), read(writer).keySet());
    writer.addDocument(document("3", NEAR));
    assertHidden(writer, "3");
  }

  public void testRollbackWithdrawsAPreparedCommit() throws IOException {
    writer.addDocument(document("1", TEXT));
    writer.commit();
    writer.addDocument(document("2", FAR));
    writer.prepareCommit();
    writer.rollback();
    assertEquals(Set.of("1"), committed());
    writer = open(directory, CONFIG);
  }

  public void testSaysWhetherThereIsSomethingToCommit() throws IOException {
    writer.commit();
    assertFalse(writer.hasUncommittedChanges());
    DecidedDocument decided = writer.decide(writer.prepare(document("1", TEXT)));
    assertTrue(writer.hasUncommittedChanges());
    decided.write();
    assertTrue(writer.hasUncommittedChanges());
    writer.commit();
    assertFalse(writer.hasUncommittedChanges());
    writer.deleteDocuments("1");
    assertTrue(writer.hasUncommittedChanges());
  }
}
