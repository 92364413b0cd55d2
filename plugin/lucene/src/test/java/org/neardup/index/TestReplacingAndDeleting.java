// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;

/** A document replaces the one of its id, and what is replaced or deleted gives way to the next. */
public class TestReplacingAndDeleting extends CollapseTestCase {
  public void testUpdateWithTheSameTextKeepsItsPlace() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      var before = read(writer);
      assertEquals(new Outcome.Visible(true), writer.updateDocument(document("1", TEXT)));
      assertTrue(writer.updateDocument(document("2", NEAR)) instanceof Outcome.Hidden);
      assertEquals(before, read(writer));
    }
  }

  public void testUpdateWithAnotherTextFreesTheGroup() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.flush();
      assertEquals(new Outcome.Visible(true), writer.updateDocument(document("1", FAR)));
      assertHidden(writer);
    }
  }

  public void testDeletingTheRepresentativeBringsTheNextBack() throws IOException {
    for (boolean refresh : new boolean[] {false, true}) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
        writer.updateDocument(document("3", TEXT));
        if (refresh) {
          writer.flush();
        }
        assertEquals(1, writer.deleteDocuments("1"));
        assertHidden(writer, "3");
        assertEquals(1, writer.deleteDocuments("2"));
        assertHidden(writer);
        assertEquals(1, writer.deleteDocuments("3"));
        assertEquals(0, writer.deleteDocuments("3"));
        assertEquals(Set.of(), read(writer).keySet());
      }
    }
  }

  public void testDeletesByQueryHiddenOnesToo() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.flush();
      writer.updateDocument(document("3", TEXT));
      writer.updateDocument(document("4", FAR));
      assertEquals(3, writer.deleteDocuments(new TermQuery(new Term("text", "a0"))));
      assertEquals(0, writer.deleteDocuments(new TermQuery(new Term("text", "a0"))));
      assertEquals(Set.of("4"), read(writer).keySet());
    }
  }

  /** However large its group is. */
  public void testAnUnchangedVariantIsReplacedWithoutReadingItsGroup() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (int i = 0; i < 300; i++) {
          writer.updateDocument(document("d" + i, i % 2 == 0 ? TEXT : NEAR));
        }
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        for (int i = 100; i < 105; i++) {
          Outcome outcome = writer.updateDocument(document("d" + i, i % 2 == 0 ? TEXT : NEAR));
          assertEquals("d0", ((Outcome.Hidden) outcome).representative());
        }
        assertTrue(TableProbe.heldCount(writer) + " in memory", TableProbe.heldCount(writer) < 15);
        assertEquals(1, writer.deleteDocuments("d0"));
        assertFalse(read(writer).get("d1").hidden());
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  /** Lucene writes the halves as the same character, so they are one document's. */
  public void testIdsWithHalfASurrogatePair() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("a\uD800", TEXT));
      assertEquals(new Outcome.Visible(true), writer.updateDocument(document("a\uD801", FAR)));
      assertEquals(Set.of("a\uFFFD"), read(writer).keySet());
      assertEquals(1, writer.deleteDocuments("a\uDC00"));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  public void testADocumentIsReplacedByItsTermThoughItHasItsIdAsANumberToo() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      Document numbered = document("007", TEXT);
      numbered.add(new NumericDocValuesField("id", 7));
      writer.updateDocument(numbered);
      assertEquals(new Outcome.Visible(true), writer.updateDocument(numbered));
      assertEquals(Set.of("007"), read(writer).keySet());
      assertEquals(1, writer.deleteDocuments("007"));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  public void testAFailedUpdateLeavesWhatWasThere() throws IOException {
    for (boolean refresh : new boolean[] {false, true}) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
        if (refresh) {
          writer.flush();
        }
        Document immense = document("1", FAR);
        immense.add(new StringField("big", "x".repeat(40_000), Field.Store.NO));
        expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(immense));
        assertEquals(new Outcome.Visible(false), writer.updateDocument(document("3", FAR)));
        var found = read(writer);
        assertEquals(TEXT, found.get("1").text());
        assertEquals(Set.of("1", "2", "3"), found.keySet());
        assertNotEquals(found.get("1").hidden(), found.get("2").hidden());
        assertEquals(found.get("1").group(), found.get("2").group());
        assertFalse(found.get("3").hidden());
      }
    }
  }
}
