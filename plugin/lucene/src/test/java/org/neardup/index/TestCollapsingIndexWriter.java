// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Resemblance;
import org.neardup.record.NearDupFields;
import org.neardup.search.OneVersion;

public class TestCollapsingIndexWriter extends CollapseTestCase {
  private static final String TEXT = text(words("a", 200));
  private static final String NEAR = TEXT.replace("a100 ", "b100 "); // 191/201 = .95
  private static final String FAR = text(words("c", 200));

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
      writer.refresh();
      assertEquals(
          "1", ((Outcome.Hidden) writer.updateDocument(document("2", NEAR))).representative());
      writer.refresh();
      assertEquals(
          "1", ((Outcome.Hidden) writer.updateDocument(document("3", TEXT))).representative());
      assertHidden(writer, "2", "3");
    }
  }

  private static void assertHidden(CollapsingIndexWriter writer, String... ids) throws IOException {
    Set<String> hidden = new TreeSet<>();
    read(writer).values().stream().filter(Found::hidden).forEach(doc -> hidden.add(doc.id()));
    assertEquals(new TreeSet<>(List.of(ids)), hidden);
  }

  public void testDropsNearDuplicates() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      writer.updateDocument(document("1", TEXT));
      Outcome.Dropped dropped = (Outcome.Dropped) writer.updateDocument(document("2", NEAR));
      assertEquals("1", dropped.representative());
      assertFalse(dropped.replaced());
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

  public void testWhatLuceneRefusesIsNotReportedAsDropped() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      Document first = document("1", TEXT);
      first.add(new NumericDocValuesField("year", 2024));
      writer.updateDocument(first);
      writer.updateDocument(document("2", FAR));
      String immense = "x".repeat(40_000);
      for (IndexableField field :
          List.of(
              new StringField("site", immense, Field.Store.NO),
              new KeywordField("site", new BytesRef(immense), Field.Store.NO),
              new SortedDocValuesField("site", new BytesRef(immense)),
              new StringField("year", "2024", Field.Store.NO),
              new LongField("year", 2024, Field.Store.NO))) {
        Document refused = document("2", NEAR);
        refused.add(field);
        expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(refused));
      }
      assertEquals(Set.of("1", "2"), read(writer).keySet());
      assertEquals(FAR, read(writer).get("2").text());
      assertTrue(writer.updateDocument(document("3", NEAR)) instanceof Outcome.Dropped);
      String longText = text(words("long", 10_000));
      assertEquals(new Outcome.Visible(false), writer.updateDocument(document("4", longText)));
      assertTrue(writer.updateDocument(document("5", longText)) instanceof Outcome.Dropped);
      Document read = document("6", NEAR);
      read.add(new TextField("title", new StringReader("a title")));
      assertTrue(writer.updateDocument(read) instanceof Outcome.Dropped);
      Document kept = document("7", text(words("d", 100)));
      kept.add(new TextField("title", new StringReader("a title")));
      writer.updateDocument(kept);
      assertEquals(Set.of("1", "2", "4", "7"), read(writer).keySet());
      try (DirectoryReader reader = writer.openReader()) {
        assertEquals(1, new IndexSearcher(reader).count(new TermQuery(new Term("title", "title"))));
      }
      writer.commit();
      assertEquals(
          List.of(),
          IndexCheck.check(
                  directory,
                  CONFIG.withVariants(Variants.DROP),
                  new WhitespaceAnalyzer(),
                  IndexCheck.ALL_TEXTS)
              .violations());
    }
  }

  public void testATextWithATermTooLongIsNotReportedAsDropped() throws IOException {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(
                new WhitespaceTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, 100_000));
          }
        };
    IndexWriterConfig writerConfig =
        new IndexWriterConfig(analyzer).setCodec(writerConfig().getCodec());
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory, CONFIG.withVariants(Variants.DROP), writerConfig)) {
      writer.updateDocument(document("1", TEXT));
      String longWord = TEXT + " " + "x".repeat(40_000);
      for (int i = 0; i < 2; i++) {
        expectThrows(
            IllegalArgumentException.class, () -> writer.updateDocument(document("2", longWord)));
      }
      String notTooLong = TEXT + " " + "x".repeat(32_000);
      assertTrue(writer.updateDocument(document("2", notTooLong)) instanceof Outcome.Dropped);
    }
  }

  public void testDroppingAnUpdateDeletesTheOldVersion() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.DROP))) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", FAR));
      assertTrue(((Outcome.Dropped) writer.updateDocument(document("2", NEAR))).replaced());
      assertEquals(Set.of("1"), read(writer).keySet());
    }
  }

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
        writer.deleteDocument("1");
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader)) {
          assertEquals(Set.of("2", "3"), read(newer).keySet());
        }
      }
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
          writer.refresh();
        }
        assertTrue(writer.deleteDocument("1"));
        assertHidden(writer, "3");
        assertTrue(writer.deleteDocument("2"));
        assertHidden(writer);
        assertTrue(writer.deleteDocument("3"));
        assertFalse(writer.deleteDocument("3"));
        assertEquals(Set.of(), read(writer).keySet());
      }
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
      writer.deleteDocument("a");
      assertHidden(writer, "c"); // b came before c
      writer.deleteDocument("b");
      assertHidden(writer);
    }
  }

  /** Changes four words far apart, 20 of 196 elements. */
  private static String edit(String text, int from) {
    String[] words = text.split(" ");
    for (int i = 0; i < 4; i++) {
      words[from + 20 * i] = "e" + words[from + 20 * i];
    }
    return String.join(" ", words);
  }

  public void testTheLastTakesOver() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withPreference(Preference.LAST))) {
      writer.updateDocument(document("1", TEXT));
      writer.refresh();
      Outcome.TookOver tookOver = (Outcome.TookOver) writer.updateDocument(document("2", NEAR));
      assertEquals(List.of("1"), tookOver.displaced());
      assertHidden(writer, "1");
      writer.updateDocument(document("3", TEXT));
      assertHidden(writer, "1", "2");
      writer.deleteDocument("3");
      assertHidden(writer, "1");
    }
  }

  public void testTheLastTakesOverAndTheFirstIsDropped() throws IOException {
    CollapseConfig config = CONFIG.withPreference(Preference.LAST).withVariants(Variants.DROP);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, config)) {
      writer.updateDocument(document("1", TEXT));
      assertTrue(writer.updateDocument(document("2", NEAR)) instanceof Outcome.TookOver);
      assertEquals(Set.of("2"), read(writer).keySet());
      assertTrue(writer.updateDocument(document("3", TEXT)) instanceof Outcome.TookOver);
      assertEquals(Set.of("3"), read(writer).keySet());
    }
  }

  public void testTheLongestRepresents() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withPreference(Preference.LONGEST))) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", TEXT + " more words"));
      writer.updateDocument(document("3", TEXT + " words"));
      assertHidden(writer, "1", "3");
      writer.refresh();
      writer.deleteDocument("2");
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
      writer.refresh();
      writer.deleteDocument("3");
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
      writer.deleteDocument("b");
      assertHidden(writer);
    }
  }

  public void testNothingCollapsesAcrossScopes() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withScopeField("site"))) {
      writer.updateDocument(scoped("1", TEXT, "x"));
      writer.updateDocument(scoped("2", TEXT, "y"));
      writer.updateDocument(document("3", TEXT));
      writer.refresh();
      writer.updateDocument(scoped("4", "not found", "x"));
      writer.updateDocument(scoped("5", "not found", "y"));
      assertHidden(writer);
      writer.updateDocument(scoped("6", NEAR, "y"));
      writer.updateDocument(document("7", NEAR));
      writer.updateDocument(scoped("8", "not found", "y"));
      assertHidden(writer, "6", "7", "8");
      writer.deleteDocument("2");
      assertHidden(writer, "7", "8");
    }
  }

  private static Document scoped(String id, String text, String site) {
    Document document = document(id, text);
    document.add(new StringField("site", site, Field.Store.YES));
    return document;
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

  public void testExactVerificationKnowsTheResemblance() throws IOException {
    for (boolean refresh : new boolean[] {false, true}) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer =
              open(directory, CONFIG.withVerification(Verification.EXACT))) {
        writer.updateDocument(document("1", TEXT));
        if (refresh) {
          writer.refresh();
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
        allSlotsAgreed |= hidden.resemblance().standardError() == 0;
      }
      Outcome.Hidden same = (Outcome.Hidden) writer.updateDocument(document("same", text(words)));
      assertTrue(same.resemblance().isCounted());
    }
    assertTrue(allSlotsAgreed);
  }

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
      writer.refresh();
      assertEquals(new Outcome.Visible(true), writer.updateDocument(document("1", FAR)));
      assertHidden(writer);
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

  public void testReopensWithItsState() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("3", TEXT));
        assertHidden(writer, "2", "3");
        writer.deleteDocument("1");
        assertHidden(writer, "3");
      }
    }
  }

  public void testReportingHidesNothing() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG.withVariants(Variants.REPORT))) {
      writer.updateDocument(document("1", TEXT));
      writer.refresh();
      for (String id : List.of("2", "3")) {
        Outcome.Reported reported = (Outcome.Reported) writer.updateDocument(document(id, NEAR));
        assertEquals("1", reported.representative());
      }
      assertHidden(writer);
      try (DirectoryReader reader = OneVersion.wrap(writer.openReader())) {
        assertEquals(3, reader.numDocs());
      }
    }
  }

  public void testDeletesByQueryHiddenOnesToo() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.refresh();
      writer.updateDocument(document("3", TEXT));
      writer.updateDocument(document("4", FAR));
      assertEquals(3, writer.deleteDocuments(new TermQuery(new Term("text", "a0"))));
      assertEquals(0, writer.deleteDocuments(new TermQuery(new Term("text", "a0"))));
      assertEquals(Set.of("4"), read(writer).keySet());
    }
  }

  public void testTheListenerHearsOfEveryDecision() throws IOException {
    List<String> heard = new ArrayList<>();
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void arrived(String id, Outcome outcome) {
            heard.add(id + " " + outcome.getClass().getSimpleName());
          }

          @Override
          public void moved(String id, Optional<String> representative) {
            heard.add(id + " to " + representative.orElse("be seen"));
          }

          @Override
          public void succeeded(String former, String representative) {
            heard.add(representative + " for " + former);
          }
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, writerConfig(), listener)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.updateDocument(document("3", TEXT));
      writer.deleteDocument("1");
    }
    assertEquals(List.of("1 Visible", "2 Hidden", "3 Hidden", "2 to be seen", "2 for 1"), heard);
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
        assertTrue(writer.heldCount() + " in memory", writer.heldCount() < 15);
        assertTrue(writer.deleteDocument("d0"));
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
      assertTrue(writer.deleteDocument("a\uDC00"));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  public void testAddsIndexesThatHaveTheSameNumbers() throws IOException {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      try (CollapsingIndexWriter writer = open(other, CONFIG)) {
        writer.updateDocument(document("5", FAR));
        writer.updateDocument(document("6", FAR));
        writer.updateDocument(document("7", NEAR));
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
        writer.addIndexes(other);
        Map<String, Found> found = read(writer);
        TestCollapseInvariants.assertInvariants(found);
        assertEquals(2, found.values().stream().filter(doc -> !doc.hidden()).count());
        found.values().stream()
            .filter(doc -> !doc.hidden())
            .forEach(doc -> deleteUnchecked(writer, doc.id()));
        TestCollapseInvariants.assertInvariants(read(writer));
        assertTrue(writer.updateDocument(document("8", TEXT)) instanceof Outcome.Hidden);
      }
      try (CollapsingIndexWriter writer = open(one, CONFIG)) {
        TestCollapseInvariants.assertInvariants(read(writer));
      }
    }
  }

  private static void deleteUnchecked(CollapsingIndexWriter writer, String id) {
    try {
      assertTrue(writer.deleteDocument(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void testRetunesFromSketches() throws IOException {
    String b = edit(edit(TEXT, 10), 110); // 156 of 236 elements: .66
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("a", TEXT));
        writer.updateDocument(document("b", b));
        writer.updateDocument(document("c", b + " and a few more words"));
        assertHidden(writer, "c");
      }
      CollapseConfig looser = CONFIG.withThreshold(0.5).withPreference(Preference.LONGEST);
      IndexCheck.retune(directory, looser, writerConfig());
      expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG).close());
      assertEquals(looser, CollapseConfig.of(directory));
      try (CollapsingIndexWriter writer = open(directory, looser)) {
        assertHidden(writer, "a", "b");
      }
      CollapseConfig dropping = CONFIG.withVariants(Variants.DROP);
      IndexCheck.retune(directory, dropping, writerConfig());
      try (CollapsingIndexWriter writer = open(directory, dropping)) {
        assertEquals(Set.of("a", "b"), read(writer).keySet());
      }
      CollapseConfig unlike = CONFIG.withMinElements(9);
      expectThrows(
          IndexSettingsException.class, () -> IndexCheck.retune(directory, unlike, writerConfig()));
    }
  }

  public void testRollbackForgets() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.commit();
        writer.deleteDocument("1");
        writer.updateDocument(document("2", FAR));
        writer.rollback();
        expectThrows(AlreadyClosedException.class, () -> writer.updateDocument(document("3", FAR)));
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(writer).keySet());
      }
    }
  }

  public void testClosingCommitsOnlyIfItIsTo() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
      }
      IndexWriterConfig forgetting = writerConfig().setCommitOnClose(false);
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, CONFIG, forgetting)) {
        writer.updateDocument(document("2", FAR));
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(writer).keySet());
      }
    }
  }

  public void testRetuningIsCommittedWhetherOrNotClosingIs() throws IOException {
    CollapseConfig looser = CONFIG.withThreshold(0.5);
    for (boolean commits : new boolean[] {false, true}) {
      try (Directory directory = newDirectory()) {
        open(directory, CONFIG).close();
        long before = SegmentInfos.readLatestCommit(directory).getGeneration();
        IndexWriterConfig writerConfig = writerConfig().setCommitOnClose(commits);
        IndexCheck.retune(directory, looser, writerConfig);
        assertEquals(looser, CollapseConfig.of(directory));
        long after = SegmentInfos.readLatestCommit(directory).getGeneration();
        assertEquals("one commit", before + 1, after);
      }
    }
  }

  public void testTheOldIndexStaysUntilTheNewOneIsCommitted() throws IOException {
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
      }
      IndexWriterConfig anew = writerConfig().setOpenMode(IndexWriterConfig.OpenMode.CREATE);
      CollapsingIndexWriter broken =
          CollapsingIndexWriter.open(directory, CONFIG.withThreshold(0.7), anew);
      broken.updateDocument(document("2", TEXT));
      broken.rollback();
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        assertEquals(Set.of("1"), read(writer).keySet());
      }
    }
  }

  /** One that waits for the lock begins where the one that had it ended. */
  public void testGoesOnAfterAWriterThatWasThereUntilTheLockWasFree() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, CONFIG).close();
      Directory busy =
          new FilterDirectory(directory) {
            @Override
            public Lock obtainLock(String name) throws IOException {
              try (CollapsingIndexWriter earlier = open(in, CONFIG)) {
                earlier.updateDocument(document("1", TEXT));
                earlier.updateDocument(document("2", text(words("b", 100))));
                earlier.setCommitData(Map.of("read", "2"));
              }
              return in.obtainLock(name);
            }
          };
      try (CollapsingIndexWriter writer = open(busy, CONFIG)) {
        writer.updateDocument(document("3", text(words("c", 100))));
        assertEquals(3, read(writer).values().stream().map(Found::group).distinct().count());
      }
      assertEquals("2", SegmentInfos.readLatestCommit(directory).getUserData().get("read"));
    }
  }

  public void testGoesOnWithAnEarlierCommit() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig keeping = writerConfig().setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, keeping)) {
        writer.updateDocument(document("1", TEXT));
        writer.setCommitData(Map.of("read", "1"));
        writer.commit();
        writer.updateDocument(document("2", text(words("b", 100))));
        writer.setCommitData(Map.of("read", "2"));
      }
      IndexCommit earlier =
          DirectoryReader.listCommits(directory).stream()
              .filter(commit -> "1".equals(userData(commit).get("read")))
              .findFirst()
              .orElseThrow();
      IndexWriterConfig going =
          writerConfig().setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE).setIndexCommit(earlier);
      try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, CONFIG, going)) {
        writer.updateDocument(document("3", TEXT));
      }
      assertEquals("1", SegmentInfos.readLatestCommit(directory).getUserData().get("read"));
    }
  }

  private static Map<String, String> userData(IndexCommit commit) {
    try {
      return commit.getUserData();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void testRefusesOtherSettingsAndOtherIndexes() throws IOException {
    try (Directory directory = newDirectory()) {
      open(directory, CONFIG).close();
      IndexSettingsException refusal =
          expectThrows(
              IndexSettingsException.class,
              () -> open(directory, CONFIG.withThreshold(0.9)).close());
      assertEquals(
          "index was made with threshold 0.8, not 0.9; bands 21x6, not 12x10",
          refusal.getMessage());
      expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG.withSeed(1)).close());
    }
    try (Directory directory = newDirectory()) {
      new IndexWriter(directory, writerConfig()).close();
      expectThrows(IndexSettingsException.class, () -> open(directory, CONFIG).close());
    }
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

  public void testADocumentIsReplacedByItsTermThoughItHasItsIdAsANumberToo() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      Document numbered = document("007", TEXT);
      numbered.add(new NumericDocValuesField("id", 7));
      writer.updateDocument(numbered);
      assertEquals(new Outcome.Visible(true), writer.updateDocument(numbered));
      assertEquals(Set.of("007"), read(writer).keySet());
      assertTrue(writer.deleteDocument("007"));
      assertEquals(Set.of(), read(writer).keySet());
    }
  }

  public void testWhatAnotherWriterPreparedIsRefused() throws IOException {
    for (CollapseConfig config : List.of(CONFIG, CONFIG.withSketch(64, 4), CONFIG.withSeed(7))) {
      try (Directory directory = newDirectory();
          Directory other = newDirectory();
          CollapsingIndexWriter writer = open(directory, CONFIG);
          CollapsingIndexWriter another = open(other, config)) {
        Prepared prepared = another.prepare(document("1", TEXT));
        assertEquals(
            "a document must be prepared by the writer that it is given to, got document 1 prepared"
                + " by another writer",
            expectThrows(IllegalArgumentException.class, () -> writer.updateDocument(prepared))
                .getMessage());
        another.updateDocument(prepared);
        writer.updateDocument(document("2", TEXT));
        writer.refresh();
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
      Prepared first = writer.prepare(reused);
      ((Field) reused.getField("id")).setStringValue("2");
      Prepared second = writer.prepare(reused);
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

  public void testAFailedUpdateLeavesWhatWasThere() throws IOException {
    for (boolean refresh : new boolean[] {false, true}) {
      try (Directory directory = newDirectory();
          CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
        writer.updateDocument(document("2", NEAR));
        if (refresh) {
          writer.refresh();
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

  public void testTextThatIsNotStoredIsJudgedBySketch() throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer = open(directory, CONFIG)) {
      writer.updateDocument(unstored("1", TEXT));
      writer.refresh();
      assertTrue(writer.updateDocument(unstored("2", NEAR)) instanceof Outcome.Hidden);
    }
  }

  private static Document unstored(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.NO));
    return document;
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

  public void testUncommonNamesOfFieldsAreReadBack() throws IOException {
    CollapseConfig config =
        CONFIG
            .withIdField("i,d ")
            .withTextFields(" text:1", "text;2", " ")
            .withScopeField("a,b ")
            .withPreference(Preference.parse("max:da:te x,longest"));
    try (Directory directory = newDirectory()) {
      open(directory, config).close();
      assertEquals(config, CollapseConfig.of(directory));
    }
  }

  public void testCommitsCarryDataOfTheApplication() throws IOException {
    Map<String, String> data = Map.of("offset", "17");
    try (Directory directory = newDirectory()) {
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.setCommitData(data);
        assertNull(SegmentInfos.readLatestCommit(directory).getUserData().get("offset"));
        writer.commit();
        assertEquals("17", SegmentInfos.readLatestCommit(directory).getUserData().get("offset"));
        writer.setCommitData(Map.of("offset", "18"));
        writer.rollback();
      }
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        writer.updateDocument(document("1", TEXT));
      }
      assertEquals("17", SegmentInfos.readLatestCommit(directory).getUserData().get("offset"));
      assertEquals(CONFIG, CollapseConfig.of(directory));
      try (CollapsingIndexWriter writer = open(directory, CONFIG)) {
        IllegalArgumentException refused =
            expectThrows(
                IllegalArgumentException.class,
                () -> writer.setCommitData(Map.of("neardup.slots", "1")));
        assertEquals(
            "keys of commit data must not start with neardup., got neardup.slots",
            refused.getMessage());
      }
    }
  }
}
