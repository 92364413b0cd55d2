// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.neardup.record.Place;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;

/** Teasers behind their articles. */
public class TestContainedTexts extends CollapseTestCase {
  private static final CollapseConfig HIDING = CONFIG.withContained(ContainedTexts.HIDE);

  private static final String TEASER = text(words("t", 40));
  private static final String ARTICLE = TEASER + " " + text(words("u", 200));
  private static final String LONGER = text(words("v", 50)) + " " + ARTICLE;

  private final Directory directory = new ByteBuffersDirectory();

  public void testNothingIsHiddenUnlessAskedFor() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
      assertHidden(writer);
      try (DirectoryReader reader = writer.openReader()) {
        assertNull(reader.leaves().getFirst().reader().terms("_neardup_fingerprint"));
      }
    }
  }

  public void testATeaserIsHiddenWhicheverComesFirst() throws IOException {
    for (boolean teaserFirst : new boolean[] {true, false}) {
      for (boolean commits : new boolean[] {true, false}) {
        try (Directory own = new ByteBuffersDirectory();
            CollapsingIndexWriter writer = open(own, HIDING)) {
          writer.updateDocument(
              teaserFirst ? document("teaser", TEASER) : document("article", ARTICLE));
          if (commits) {
            writer.commit();
          }
          writer.updateDocument(
              teaserFirst ? document("article", ARTICLE) : document("teaser", TEASER));
          assertHidden(writer, "teaser");
          assertEquals("article", behind(writer, "teaser"));
        }
      }
    }
  }

  /** From the fewest shingles that are compared on, whichever comes first. */
  public void testShortTextsThatStandWholeAreHidden() throws IOException {
    int fewest = Math.max(8, HIDING.minElements());
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      List<String> teasers = new ArrayList<>();
      for (int shingles = fewest; shingles < 70; shingles++) {
        String teaser = text(words("t" + shingles + "x", shingles + 4));
        String before = text(words("b" + shingles + "x", random().nextInt(60)));
        // so many other words that the two are never near-duplicates, which would hide either
        String behind = text(words("c" + shingles + "x", 60 + random().nextInt(90)));
        String article = before + " " + teaser + " " + behind;
        boolean teaserFirst = random().nextBoolean();
        String id = "teaser" + shingles;
        writer.updateDocument(
            teaserFirst ? document(id, teaser) : document("article" + shingles, article));
        if (random().nextInt(5) == 0) {
          writer.flush();
        }
        writer.updateDocument(
            teaserFirst ? document("article" + shingles, article) : document(id, teaser));
        teasers.add(id);
      }
      String shorter = text(words("s", fewest + 3));
      writer.updateDocument(document("shorter", shorter));
      writer.updateDocument(document("ofShorter", shorter + " " + text(words("o", 50))));
      assertHidden(writer, teasers.toArray(String[]::new));
    }
  }

  /** As many as {@link ContainedTexts#HIDE} says. */
  public void testTextsWithAChangedWordAreMostlyHidden() throws IOException {
    int texts = 100;
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      for (int i = 0; i < texts; i++) {
        int shingles = 100 + random().nextInt(100);
        List<String> words = new ArrayList<>(words("t" + i + "x", shingles + 4));
        writer.updateDocument(
            document("article" + i, text(words) + " " + text(words("c" + i + "x", 200))));
        words.set(20 + random().nextInt(60), "changed" + i);
        writer.updateDocument(document("teaser" + i, text(words)));
      }
      writer.flush();
      try (DirectoryReader reader = OneVersion.wrap(writer.openReader())) {
        int hidden = 2 * texts - reader.numDocs();
        assertTrue("hidden: " + hidden, hidden >= texts * 95 / 100);
      }
    }
  }

  public void testATeaserComesBack() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
      assertHidden(writer, "teaser");
      writer.deleteDocuments("article");
      assertHidden(writer);
      writer.updateDocument(document("article", ARTICLE));
      assertHidden(writer, "teaser");
      writer.updateDocument(document("article", FAR));
      assertHidden(writer);
      writer.updateDocument(document("article", ARTICLE));
      assertHidden(writer, "teaser");
      writer.deleteDocuments(new TermQuery(new Term("text", "u100")));
      assertHidden(writer);
    }
  }

  public void testATeaserGoesToTheNextContainer() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("teaser", TEASER));
      writer.updateDocument(document("other", TEASER + " " + FAR));
      writer.updateDocument(document("article", ARTICLE));
      assertHidden(writer, "teaser");
      assertEquals("other", behind(writer, "teaser"));
      writer.deleteDocuments("other");
      assertHidden(writer, "teaser");
      assertEquals("article", behind(writer, "teaser"));
    }
  }

  public void testWhatIsContainedHidesNothing() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("teaser", TEASER));
      writer.updateDocument(document("article", TEASER + " " + text(words("u", 60))));
      assertEquals("article", behind(writer, "teaser"));
      String longer = TEASER + " " + text(words("u", 60)) + " " + FAR;
      writer.updateDocument(document("longer", longer));
      assertHidden(writer, "article", "teaser");
      assertEquals("longer", behind(writer, "teaser"));
      assertEquals("longer", behind(writer, "article"));
      writer.deleteDocuments("longer");
      assertHidden(writer, "teaser");
      assertEquals("article", behind(writer, "teaser"));
    }
  }

  /** Groups stay as they are decided, so that the order of refreshes makes no difference. */
  public void testVariantsOfATeaserFollowIt() throws IOException {
    String copy = TEASER.replace("t39", "t39 end");
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("teaser", TEASER));
      assertTrue(writer.updateDocument(document("copy", copy)) instanceof Outcome.Hidden);
      writer.updateDocument(document("article", ARTICLE));
      assertHidden(writer, "copy", "teaser");
      assertEquals("article", behind(writer, "copy"));
      Outcome late = writer.updateDocument(document("late", copy));
      assertEquals("teaser", ((Outcome.Hidden) late).representative());
      assertEquals("article", behind(writer, "late"));
      writer.deleteDocuments("teaser");
      assertHidden(writer, "copy", "late");
      assertEquals("article", behind(writer, "copy"));
      writer.deleteDocuments("article");
      assertHidden(writer, "late");
      assertEquals("copy", behind(writer, "late"));
    }
  }

  public void testScopesAreApart() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING.withScopeField("site"))) {
      writer.updateDocument(scoped("article", ARTICLE, "a"));
      writer.updateDocument(scoped("teaser", TEASER, "b"));
      assertHidden(writer);
      writer.updateDocument(scoped("teaser", TEASER, "a"));
      assertHidden(writer, "teaser");
    }
  }

  public void testAQueryThatOnlyTheTeaserMatchesFindsIt() throws IOException {
    String teaser = text(words("t", 100)) + " exclusive";
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("article", text(words("t", 100)) + " " + FAR));
      writer.updateDocument(document("teaser", teaser));
      try (DirectoryReader reader = writer.openReader()) {
        assertEquals(List.of("teaser"), found(reader, "exclusive"));
        assertEquals(List.of("article"), found(reader, "t50"));
        assertEquals(List.of("article"), found(reader, "c50"));
        try (DirectoryReader shown = OneVersion.wrap(reader)) {
          assertEquals(1, new IndexSearcher(shown).count(new TermQuery(new Term("text", "t50"))));
          assertEquals(1, shown.numDocs());
        }
      }
    }
  }

  private static List<String> found(DirectoryReader reader, String word) throws IOException {
    List<String> ids = new ArrayList<>();
    BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
    for (var hit : search.search(new TermQuery(new Term("text", word)), 10).hits()) {
      ids.add(reader.storedFields().document(hit.doc().doc).get("id"));
    }
    return ids;
  }

  public void testReopening() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
    }
    assertSound();
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      assertHidden(writer, "teaser");
      writer.updateDocument(document("teaser", TEASER)); // the same place
      assertHidden(writer, "teaser");
      writer.updateDocument(document("article", ARTICLE));
      assertHidden(writer, "teaser");
      writer.deleteDocuments("article");
    }
    assertSound();
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      assertHidden(writer);
    }
  }

  public void testMaintenanceKeepsIt() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("longer", LONGER.replaceAll("u([1-9]0) ", "x$1 ")));
      writer.updateDocument(document("teaser", TEASER));
      writer.updateDocument(document("copy", TEASER));
      assertHidden(writer, "copy", "teaser");
      writer.reconcile();
      assertHidden(writer, "copy", "teaser");
    }
    assertSound();
    IndexCheck.retune(directory, HIDING.withThreshold(0.7), config());
    assertSound(HIDING.withThreshold(0.7));
    IndexCheck.retune(directory, HIDING, config());
    RepairReport report = IndexCheck.repair(directory, HIDING, config());
    assertEquals(0, report.reconciled().changed());
    assertSound();
    try (Directory other = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = open(other, HIDING)) {
        writer.updateDocument(document("another", TEASER.replace("t39", "end") + " " + FAR));
        writer.updateDocument(document("part", text(words("c", 100))));
      }
      try (CollapsingIndexWriter writer = open(directory, HIDING)) {
        writer.addIndexes(other);
        assertHidden(writer, "copy", "part", "teaser");
        assertEquals("another", behind(writer, "part"));
      }
    }
    assertSound();
  }

  public void testDroppingDropsNoTeaser() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING.withVariants(Variants.DROP))) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
      writer.updateDocument(document("copy", TEASER));
      assertHidden(writer, "teaser");
      assertEquals(Set.of("article", "teaser"), read(writer).keySet());
    }
  }

  public void testACheckFindsWhatIsWrong() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
      writer.updateDocument(document("far", FAR));
    }
    long group;
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      Explainer explainer = explainer(reader);
      group = new RecordedGroups(reader).group(explainer.find("article").getAsInt());
    }
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      new org.neardup.internal.record.RecordWriter(writer.index().writer(), "id")
          .updateWithin("far", group);
    }
    CheckReport report = IndexCheck.check(directory, HIDING, analyzer(), IndexCheck.ALL_TEXTS);
    assertEquals(Set.of(CheckReport.Violation.Kind.NOT_CONTAINED), report.counts().keySet());
    IndexCheck.repair(directory, HIDING, config());
    assertSound();
  }

  public void testExplained() throws IOException {
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
      writer.updateDocument(document("copy", TEASER));
      try (DirectoryReader reader = writer.openReader()) {
        Explainer explainer = explainer(reader);
        int teaser = explainer.find("teaser").getAsInt();
        Comparison comparison = explainer.compare(explainer.find("article").getAsInt(), teaser);
        assertEquals(Place.CONTAINED, comparison.b().place());
        assertEquals("article", comparison.b().representative());
        assertEquals(
            "teaser is hidden behind article, which contains 1.000 of it", comparison.places());
        var versions = explainer.versions(teaser, null, 10);
        assertEquals("article", versions.representative());
        assertEquals(3, versions.total());
        assertEquals(
            List.of(Place.VISIBLE, Place.CONTAINED, Place.CONTAINED),
            versions.versions().stream().map(version -> version.place()).toList());
      }
    }
  }

  private static Explainer explainer(DirectoryReader reader) throws IOException {
    return Explainer.of(reader, HIDING, analyzer());
  }

  public void testTheListenerHearsOfIt() throws IOException {
    List<String> moves = new ArrayList<>();
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void moved(String id, Optional<String> representative) {
            moves.add(id + " " + representative.orElse("visible"));
          }
        };
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, HIDING, writerConfig(), listener)) {
      writer.updateDocument(document("article", ARTICLE));
      writer.updateDocument(document("teaser", TEASER));
      writer.flush();
      writer.deleteDocuments("article");
      writer.flush();
    }
    assertEquals(List.of("teaser article", "teaser visible"), moves);
  }

  public void testRefusals() throws IOException {
    assertRefused(
        "contained must be SHOW where sets of values are compared, got HIDE",
        () -> HIDING.withSetFields("tags"));
    try (CollapsingIndexWriter writer = open(directory, HIDING)) {
      String message =
          "text fields must be stored as they are indexed, where contained texts are hidden, got"
              + " text of document a";
      assertRefused(message, () -> writer.updateDocument(unstored("a", TEXT)));
      Document otherwise = unstored("a", TEXT);
      otherwise.add(new StoredField("text", "<p>" + TEXT));
      assertRefused(message, () -> writer.updateDocument(otherwise));
      Document streamed = unstored("a", TEXT);
      streamed.removeField("text");
      streamed.add(new TextField("text", new java.io.StringReader(TEXT)));
      assertRefused(message, () -> writer.updateDocument(streamed));
      Document twice = document("b", TEXT);
      twice.add(new TextField("text", "and more", Field.Store.YES));
      writer.updateDocument(twice);
    }
    IndexSettingsException e =
        expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG));
    assertEquals("index was made with contained HIDE, not SHOW", e.problem());
    assertEquals(ContainedTexts.HIDE, IndexInfo.read(directory).config().contained());
  }

  private static void assertRefused(String message, ThrowingRunnable call) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, call).getMessage());
  }

  private static org.apache.lucene.analysis.Analyzer analyzer() {
    return writerConfig().getAnalyzer();
  }

  private static IndexWriterConfig config() {
    return writerConfig().setCommitOnClose(true);
  }

  private void assertSound() throws IOException {
    assertSound(HIDING);
  }

  private void assertSound(CollapseConfig config) throws IOException {
    CheckReport report = IndexCheck.check(directory, config, analyzer(), IndexCheck.ALL_TEXTS);
    assertTrue(report.toString(), report.isSound());
  }

  /** What a document is hidden behind. */
  private static String behind(CollapsingIndexWriter writer, String id) throws IOException {
    try (DirectoryReader reader = writer.openReader()) {
      int doc = explainer(reader).find(id).getAsInt();
      int representative = new RecordedGroups(reader).representative(doc);
      Set<Integer> hidden = new TreeSet<>();
      new RecordedGroups(reader).forEachHidden((each, behind) -> hidden.add(each));
      assertTrue(id + " is visible", hidden.contains(doc));
      return reader.storedFields().document(representative).get("id");
    }
  }
}
