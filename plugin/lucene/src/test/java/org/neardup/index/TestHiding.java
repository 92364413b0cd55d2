// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.neardup.compare.Resemblance;
import org.neardup.search.OneVersion;

/** Near-duplicates are hidden behind the document that represents them, and nothing else is. */
public class TestHiding extends CollapseTestCase {
  public void testOneVersionReaderHidesVariants() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.updateDocument(document("3", FAR));
      try (DirectoryReader reader = OneVersion.wrap(writer.openReader())) {
        assertEquals(3, reader.maxDoc());
        assertEquals(2, reader.numDocs());
        assertEquals(Set.of("1", "3"), read(reader).keySet());
        writer.deleteDocuments("1");
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader)) {
          assertEquals(Set.of("2", "3"), read(newer).keySet());
        }
      }
    }
  }

  public void testHidesNearDuplicatesBehindTheFirst() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("1", TEXT)));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("2", FAR)));
      Outcome.Hidden hidden = (Outcome.Hidden) writer.updateDocument(document("3", NEAR));
      assertEquals("1", hidden.representative());
      assertEquals(191 / 201.0, hidden.resemblance().value(), 0.06);
      assertEquals(
          new Outcome.Hidden("1", Resemblance.IDENTICAL, false),
          writer.updateDocument(document("4", TEXT)));
      assertHidden(writer, "3", "4");
    }
  }

  public void testSameAcrossARefresh() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.flush();
      assertEquals(
          "1", ((Outcome.Hidden) writer.updateDocument(document("2", NEAR))).representative());
      writer.flush();
      assertEquals(
          "1", ((Outcome.Hidden) writer.updateDocument(document("3", TEXT))).representative());
      assertHidden(writer, "2", "3");
    }
  }

  public void testNoChains() throws IOException {
    String b = edit(TEXT, 10); // .6 to .8 steps: a ~ b ~ c, but not a ~ c
    String c = edit(b, 110);
    assertTrue(elements(TEXT).resemblance(elements(b)) >= .8);
    assertTrue(elements(b).resemblance(elements(c)) >= .8);
    assertTrue(elements(TEXT).resemblance(elements(c)) < .8);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("a", TEXT));
      writer.updateDocument(document("b", b));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("c", c)));
      assertHidden(writer, "b");
      writer.deleteDocuments("a");
      assertHidden(writer, "c"); // b came before c
      writer.deleteDocuments("b");
      assertHidden(writer);
    }
  }

  public void testNothingCollapsesAcrossScopes() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withScopeField("site"))) {
      writer.updateDocument(scoped("1", TEXT, "x"));
      writer.updateDocument(scoped("2", TEXT, "y"));
      writer.updateDocument(document("3", TEXT));
      writer.flush();
      writer.updateDocument(scoped("4", "not found", "x"));
      writer.updateDocument(scoped("5", "not found", "y"));
      assertHidden(writer);
      writer.updateDocument(scoped("6", NEAR, "y"));
      writer.updateDocument(document("7", NEAR));
      writer.updateDocument(scoped("8", "not found", "y"));
      assertHidden(writer, "6", "7", "8");
      writer.deleteDocuments("2");
      assertHidden(writer, "7", "8");
    }
  }

  public void testShortAndEmptyTextsCollapseOnlyIfTheSame() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", ""));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("2", "")));
      writer.updateDocument(document("3", "not found"));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("4", "found not")));
      assertEquals(
          new Outcome.Hidden("3", Resemblance.IDENTICAL, false),
          writer.updateDocument(document("5", " not  found")));
      String shortText = text(words("s", 11)); // 7 elements
      writer.updateDocument(document("6", shortText));
      assertEquals(
          new Outcome.Visible(false),
          writer.updateDocument(document("7", shortText + " s11"))); // .875
    }
  }

  public void testTextThatIsNotStoredIsJudgedBySketch() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(unstored("1", TEXT));
      writer.flush();
      assertTrue(writer.updateDocument(unstored("2", NEAR)) instanceof Outcome.Hidden);
    }
  }

  public void testExactVerificationKnowsTheResemblance() throws IOException {
    for (boolean refresh : new boolean[] {false, true}) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer =
              open(directory, CONFIG.withVerification(Verification.EXACT))) {
        writer.updateDocument(document("1", TEXT));
        if (refresh) {
          writer.flush();
        }
        assertEquals(
            new Outcome.Hidden("1", Resemblance.counted(191 / 201.0), false),
            writer.updateDocument(document("2", NEAR)));
      }
    }
  }

  /** All slots agree in most pairs of texts as like each other as these. */
  public void testAnEstimateIsNeverExact() throws IOException {
    List<String> words = words("a", 6000);
    CollapseConfig config = CONFIG.withVerification(Verification.SKETCH);
    boolean allSlotsAgreed = false;
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      writer.updateDocument(document("original", text(words)));
      for (int i = 0; i < 20; i++) {
        List<String> near = new ArrayList<>(words);
        near.set(100 * i, "b");
        Outcome.Hidden hidden =
            (Outcome.Hidden) writer.updateDocument(document("near" + i, text(near)));
        assertFalse(hidden.toString(), hidden.resemblance().isCounted());
        assertTrue(hidden.toString(), hidden.resemblance().value() < 1);
        assertTrue(hidden.toString(), hidden.resemblance().standardError() > 0);
        allSlotsAgreed |= hidden.resemblance().decisive() == 1;
      }
      Outcome.Hidden same = (Outcome.Hidden) writer.updateDocument(document("same", text(words)));
      assertEquals(Resemblance.IDENTICAL, same.resemblance());
    }
    assertTrue(allSlotsAgreed);
  }
}
