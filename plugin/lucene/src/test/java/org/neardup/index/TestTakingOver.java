// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.store.Directory;

/** A preference says which of several near-duplicates represents them. */
public class TestTakingOver extends CollapseTestCase {
  public void testTheLastTakesOver() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withPreference(Preference.LAST))) {
      writer.updateDocument(document("1", TEXT));
      writer.flush();
      Outcome.TookOver tookOver = (Outcome.TookOver) writer.updateDocument(document("2", NEAR));
      assertEquals(List.of("1"), tookOver.displaced());
      assertHidden(writer, "1");
      writer.updateDocument(document("3", TEXT));
      assertHidden(writer, "1", "2");
      writer.deleteDocuments("3");
      assertHidden(writer, "1");
    }
  }

  public void testTheLongestRepresents() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withPreference(Preference.LONGEST))) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", TEXT + " more words"));
      writer.updateDocument(document("3", TEXT + " words"));
      assertHidden(writer, "1", "3");
      writer.flush();
      writer.deleteDocuments("2");
      assertHidden(writer, "1");
    }
  }

  public void testAFieldSaysWhichRepresents() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            open(directory, CONFIG.withPreference(Preference.parse("max:date,longest")))) {
      writer.updateDocument(dated("1", TEXT, "2024-05-01"));
      writer.updateDocument(dated("2", TEXT, "2023-05-01"));
      writer.updateDocument(dated("3", TEXT, "2024-06-30"));
      writer.updateDocument(document("4", TEXT));
      assertHidden(writer, "1", "2", "4");
      writer.flush();
      writer.deleteDocuments("3");
      assertHidden(writer, "2", "4");
      assertTrue(
          "the same text, but newer",
          writer.updateDocument(dated("2", TEXT, "2025-01-01")) instanceof Outcome.TookOver);
      assertHidden(writer, "1", "4");
    }
  }

  private static Document dated(String id, String text, String date) {
    Document document = document(id, text);
    document.add(new StringField("date", date, Field.Store.NO));
    return document;
  }

  public void testOneDocumentTakesOverTwoGroups() throws IOException {
    String b = edit(TEXT, 10);
    String c = edit(b, 110);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withPreference(Preference.LAST))) {
      writer.updateDocument(document("a", TEXT));
      writer.updateDocument(document("c", c));
      Outcome.TookOver tookOver = (Outcome.TookOver) writer.updateDocument(document("b", b));
      assertEquals(Set.of("a", "c"), Set.copyOf(tookOver.displaced()));
      assertHidden(writer, "a", "c");
      writer.deleteDocuments("b");
      assertHidden(writer);
    }
  }
}
