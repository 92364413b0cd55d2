// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.compare.Guard;
import org.neardup.compare.Overlap;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Preference;
import org.neardup.index.Verification;
import org.neardup.internal.group.BandKeys;
import org.neardup.record.Place;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.explain.Comparison.Decision;
import org.neardup.search.explain.Versions.Version;

/** Beside the writer's decisions, and beside sets of shingles made here. */
public class TestExplainer extends LuceneTestCase {
  private final List<String> ids = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> scopes = new ArrayList<>();

  private interface ExplainerCheck {
    void accept(Explainer explainer, RecordedGroups groups) throws IOException;
  }

  private void add(String id, String text, String scope) {
    ids.add(id);
    texts.add(text);
    scopes.add(scope);
  }

  private void check(CollapseConfig config, ResemblanceRule rule, Store store, ExplainerCheck check)
      throws IOException {
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory,
                config,
                newIndexWriterConfig(random(), new WhitespaceAnalyzer())
                    .setCodec(new Lucene104Codec()))) {
      for (int i = 0; i < ids.size(); i++) {
        writer.updateDocument(document(i, store));
        if (random().nextInt(50) == 0) {
          writer.commit();
        }
      }
      try (DirectoryReader reader = writer.openReader()) {
        TextSketcher sketcher = config.textSketcher(new WhitespaceAnalyzer());
        DirectoryReader visible = OneVersion.wrap(reader);
        expectThrows(
            IllegalArgumentException.class,
            () -> Explainer.of(visible, "id", sketcher, rule, Preference.FIRST));
        check.accept(
            Explainer.of(reader, "id", sketcher, rule, Preference.FIRST),
            new RecordedGroups(reader));
      }
    }
  }

  private Document document(int number, Store store) {
    Document document = new Document();
    document.add(new StringField("id", ids.get(number), Store.YES));
    document.add(new TextField("text", texts.get(number), store));
    document.add(new StringField("date", "2026-01-" + number, Store.YES));
    if (scopes.get(number) != null) {
      document.add(new StringField("site", scopes.get(number), Store.YES));
    }
    return document;
  }

  private void addRandom(int count) {
    for (int i = 0; i < count; i++) {
      String text =
          texts.isEmpty() || random().nextInt(6) == 0
              ? words(5 + random().nextInt(120))
              : edited(texts.get(random().nextInt(texts.size())));
      add("id" + i, text, random().nextInt(8) == 0 ? "other" : null);
    }
  }

  private static String words(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append('w').append(random().nextInt(1000));
    }
    return text.toString();
  }

  private static String edited(String text) {
    String[] words = text.split(" ", -1);
    for (int i = random().nextInt(1 + words.length / 20); i > 0; i--) {
      words[random().nextInt(words.length)] = "x" + random().nextInt(1000);
    }
    int from = random().nextInt(1 + words.length / 15);
    return String.join(" ", Arrays.asList(words).subList(from, words.length));
  }

  /** The shingles of 5 words, or of all words of a shorter text. */
  private static Set<List<String>> shingles(String text) {
    List<String> words = Arrays.asList(text.split(" ", -1));
    Set<List<String>> shingles = new HashSet<>();
    for (int i = 0; i + 5 <= words.size(); i++) {
      shingles.add(words.subList(i, i + 5));
    }
    return shingles.isEmpty() ? Set.of(words) : shingles;
  }

  private static CollapseConfig config() {
    return CollapseConfig.defaults().withScopeField("site");
  }

  public void testVerdictsAreTheWritersDecisions() throws IOException {
    addRandom(atLeast(200));
    Verification verification = RandomPicks.randomFrom(random(), Verification.values());
    check(
        config().withVerification(verification),
        rule(verification),
        Store.YES,
        (explainer, groups) -> {
          for (String id : ids) {
            int doc = explainer.find(id).getAsInt();
            Comparison comparison =
                explainer.compare(doc, explainer.find(representative(explainer, doc)).getAsInt());
            assertEquals(groups.isHidden(doc), comparison.a().place() == Place.HIDDEN);
            assertTrue(id, comparison.decision().nearDuplicates());
            assertEquals(comparison.b().id(), comparison.a().representative());
          }
          for (int i = 0; i < 500; i++) {
            assertVisibleOnesDiffer(explainer.compare(anyDoc(explainer), anyDoc(explainer)));
          }
        });
  }

  private static void assertVisibleOnesDiffer(Comparison comparison) {
    boolean bothVisible =
        comparison.a().place() == Place.VISIBLE && comparison.b().place() == Place.VISIBLE;
    if (bothVisible
        && comparison.decision().nearDuplicates()
        && !comparison.a().id().equals(comparison.b().id())) {
      assertEquals(0, comparison.sharedBands());
      assertTrue(comparison.places().endsWith("no band is the same, so they were never compared"));
    }
  }

  private static ResemblanceRule rule(Verification verification) {
    return switch (verification) {
      case AUTO -> ResemblanceRule.auto(0.8);
      case SKETCH -> ResemblanceRule.sketch(0.8);
      case EXACT -> ResemblanceRule.exact(0.8);
    };
  }

  private static String representative(Explainer explainer, int doc) throws IOException {
    return explainer.versions(doc, null, 1).representative();
  }

  private int anyDoc(Explainer explainer) throws IOException {
    return explainer.find(ids.get(random().nextInt(ids.size()))).getAsInt();
  }

  public void testExactNumbersAreThoseOfTheShingles() throws IOException {
    addRandom(100);
    check(
        config(),
        ResemblanceRule.auto(0.8),
        Store.YES,
        (explainer, groups) -> {
          for (int i = 0; i < 300; i++) {
            int a = random().nextInt(ids.size());
            int b = random().nextInt(ids.size());
            Comparison comparison =
                explainer.compare(
                    explainer.find(ids.get(a)).getAsInt(), explainer.find(ids.get(b)).getAsInt());
            assertExact(a, b, comparison.exact());
            assertEquals(sharedBands(a, b), comparison.sharedBands());
            assertEquals(
                texts.get(a).equals(texts.get(b)), comparison.difference().passages().isEmpty());
            double expected = areInOneScope(a, b) ? comparison.exact().resemblance() : 0;
            // six standard errors at .5, where they are largest
            assertEquals(expected, comparison.estimate().resemblance(), 0.265);
          }
        });
  }

  private boolean areInOneScope(int a, int b) {
    return (scopes.get(a) == null) == (scopes.get(b) == null);
  }

  private void assertExact(int a, int b, Overlap exact) {
    Set<List<String>> ofA = shingles(texts.get(a));
    Set<List<String>> ofB = shingles(texts.get(b));
    Set<List<String>> both = new HashSet<>(ofA);
    both.retainAll(ofB);
    int common = both.size();
    assertEquals(new Overlap(ofA.size(), ofB.size(), common), exact);
  }

  public void testTextsAreComparedAcrossScopesButDoNotCollapse() throws IOException {
    String text = words(30);
    add("a", text, "one");
    add("b", text, "other");
    add("c", text + " more", null);
    check(
        config(),
        ResemblanceRule.exact(0.8),
        Store.YES,
        (explainer, groups) -> {
          Comparison same = compare(explainer, "a", "b");
          assertExact(0, 1, same.exact());
          assertEquals(1, same.exact().resemblance(), 0);
          assertEquals(List.of(), same.difference().passages());
          Comparison near = compare(explainer, "b", "c");
          assertExact(1, 2, near.exact());
          for (Comparison comparison : List.of(same, near)) {
            assertEquals(0, comparison.estimate().resemblance(), 0.1);
            assertVerdict(
                comparison,
                Basis.OTHER_SCOPE,
                "not near-duplicates: they are in different scopes",
                comparison.a().id() + " is visible; " + comparison.b().id() + " is visible");
          }
        });
  }

  /** Of which the numbers of elements in common are known. */
  private void addBeginnings(int... wordCounts) {
    List<String> words = new ArrayList<>();
    for (int count : wordCounts) {
      while (words.size() < count) {
        words.add("w" + words.size());
      }
      add("id" + count, String.join(" ", words.subList(0, count)), null);
    }
  }

  public void testAReasonShowsOnWhichSideOfTheThresholdItIs() throws IOException {
    addBeginnings(2003, 2504, 2004); // 1999, 2500 and 2000 elements
    check(
        config().withVerification(Verification.EXACT),
        ResemblanceRule.exact(0.8),
        Store.YES,
        (explainer, groups) -> {
          String below = compare(explainer, "id2003", "id2504").decision().reason();
          assertTrue(
              below, below.startsWith("not near-duplicates: resemblance 0.7996 < 0.8, counted"));
          String equal = compare(explainer, "id2004", "id2504").decision().reason();
          assertTrue(equal, equal.startsWith("near-duplicates: resemblance 0.800 >= 0.8, counted"));
        });
  }

  public void testTextsDecideNearTheThreshold() throws IOException {
    double p = 0.8 + 0.2 / 256;
    double doubt = 2.5 * Math.sqrt(p * (1 - p) / 128) * 256 / 255;
    String text = words(100);
    for (int i = 0; i < 60; i++) {
      add("id" + i, edited(text), null);
    }
    check(
        config(),
        ResemblanceRule.auto(0.8),
        Store.YES,
        (explainer, groups) -> {
          for (int i = 0; i < 300; i++) {
            Comparison comparison = explainer.compare(anyDoc(explainer), anyDoc(explainer));
            Decision decision = comparison.decision();
            double estimate = comparison.estimate().resemblance();
            double exact = comparison.exact().resemblance();
            if (decision.rule() != Basis.SAME_TEXT) {
              boolean inDoubt = Math.abs(estimate - 0.8) <= doubt;
              assertEquals(inDoubt ? Basis.EXACT : Basis.ESTIMATE, decision.rule());
              assertEquals((inDoubt ? exact : estimate) >= 0.8, decision.nearDuplicates());
            }
          }
        });
  }

  private int sharedBands(int a, int b) throws IOException {
    Set<Long> shared = bandKeys(a);
    shared.retainAll(bandKeys(b));
    return shared.size();
  }

  private Set<Long> bandKeys(int number) throws IOException {
    TextSketcher sketcher = config().textSketcher(new WhitespaceAnalyzer());
    long scope = sketcher.scope(scopes.get(number));
    BandKeys keys =
        new BandKeys(sketcher.parameters(), sketcher.sketch(texts.get(number), scope).value());
    Set<Long> set = new HashSet<>();
    for (int i = 0; i < keys.count(); i++) {
      set.add(keys.key(i));
    }
    return set;
  }

  public void testVersionsAreTheGroupBestFirst() throws IOException {
    addRandom(atLeast(200));
    check(
        config(),
        ResemblanceRule.auto(0.8),
        Store.YES,
        (explainer, groups) -> {
          for (int i = 0; i < 50; i++) {
            int doc = anyDoc(explainer);
            int[] members = groups.ofGroup(groups.group(doc));
            int most = 1 + random().nextInt(10);
            Versions versions = explainer.versions(doc, "date", most);
            assertEquals(members.length, versions.total());
            assertEquals(Math.min(members.length, most), versions.versions().size());
            assertVersions(versions, members);
          }
        });
  }

  private void assertVersions(Versions versions, int[] members) {
    int agreeing = Integer.MAX_VALUE;
    for (Version version : versions.versions()) {
      assertTrue(Arrays.binarySearch(members, version.doc()) >= 0);
      boolean first = version.equals(versions.versions().getFirst());
      assertEquals(first ? Place.VISIBLE : Place.HIDDEN, version.place());
      assertEquals(first, version.id().equals(versions.representative()));
      assertTrue(version.estimate().agreeing() <= agreeing);
      agreeing = version.estimate().agreeing();
      assertExact(
          ids.indexOf(versions.representative()), ids.indexOf(version.id()), version.exact());
      assertEquals("2026-01-" + ids.indexOf(version.id()), version.date());
    }
  }

  private static Comparison compare(Explainer explainer, String a, String b) throws IOException {
    return explainer.compare(explainer.find(a).getAsInt(), explainer.find(b).getAsInt());
  }

  public void testEachRuleSaysWhy() throws IOException {
    String text = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20";
    add("a", text, null);
    add("copy", text, null);
    add("away", text, "other");
    add("short", "1 2 3 4 5 6", null);
    add("empty", "", null);
    add("far", words(30), null);
    add("near", text + " 21", null);
    check(
        config(),
        ResemblanceRule.auto(0.8),
        Store.YES,
        (explainer, groups) -> {
          assertVerdict(
              compare(explainer, "a", "copy"),
              Basis.SAME_TEXT,
              "near-duplicates: the analyzer makes the same tokens of both texts",
              "copy is hidden behind a");
          assertVerdict(
              compare(explainer, "a", "away"),
              Basis.OTHER_SCOPE,
              "not near-duplicates: they are in different scopes",
              "a is visible; away is visible");
          assertVerdict(
              compare(explainer, "short", "a"),
              Basis.SHORT_TEXT,
              "not near-duplicates: short has 2 elements, and with fewer than 8 only the same text"
                  + " counts",
              "short is visible; a is visible");
          assertVerdict(
              compare(explainer, "a", "empty"),
              Basis.EMPTY_TEXT,
              "not near-duplicates: empty has no text",
              "a is visible; empty is visible");
          assertVerdict(
              compare(explainer, "far", "copy"),
              Basis.ESTIMATE,
              "not near-duplicates: estimated resemblance 0.0",
              "far is visible; copy is hidden behind a");
          assertVerdict(
              compare(explainer, "near", "copy"),
              Basis.ESTIMATE,
              "near-duplicates: estimated resemblance",
              "near is hidden behind a; copy is hidden behind a");
          assertTrue(explainer.find("none").isEmpty());
        });
  }

  private static void assertVerdict(
      Comparison comparison, Basis rule, String reason, String places) {
    assertEquals(rule, comparison.decision().rule());
    assertTrue(comparison.decision().reason(), comparison.decision().reason().startsWith(reason));
    assertEquals(places, comparison.places());
  }

  public void testWithoutStoredTextsSketchesSpeak() throws IOException {
    addRandom(60);
    check(
        config(),
        ResemblanceRule.auto(0.8),
        Store.NO,
        (explainer, groups) -> {
          for (int i = 0; i < 50; i++) {
            int doc = anyDoc(explainer);
            Comparison comparison = explainer.compare(doc, anyDoc(explainer));
            assertNull(comparison.exact());
            assertNull(comparison.difference());
            assertNotSame(Basis.EXACT, comparison.decision().rule());
            assertNull(explainer.versions(doc, null, 1).versions().getFirst().exact());
          }
        });
  }

  /** As a search has it, though nothing says so in the index. */
  public void testTheFirstStandsInForARepresentativeThatIsGone() throws IOException {
    String text = "1 2 3 4 5 6 7 8 9 10 11 12 13 14";
    add("gone", text, null);
    add("first", text, null);
    add("second", text, null);
    add("alone", words(30), null);
    add("other", words(30), null);
    withDeletedBehindTheWriter(
        List.of("gone", "alone"),
        reader -> {
          TextSketcher sketcher = config().textSketcher(new WhitespaceAnalyzer());
          Explainer explainer =
              Explainer.of(reader, "id", sketcher, ResemblanceRule.auto(0.8), Preference.FIRST);
          int first = explainer.find("first").getAsInt();
          int second = explainer.find("second").getAsInt();
          Query query = new TermQuery(new Term("id", "second"));
          BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
          assertEquals(first, search.search(query, 1).hits().getFirst().representative());
          Versions versions = explainer.versions(second, null, 9);
          assertEquals("first", versions.representative());
          assertEquals(
              List.of("first", "second"), versions.versions().stream().map(Version::id).toList());
          assertEquals(
              "second is hidden behind first", compare(explainer, "first", "second").places());
          assertEquals(
              "other is visible; first stands in for a document that is gone",
              compare(explainer, "other", "first").places());
          assertNoneIsLeft(reader, explainer, "alone");
        });
  }

  private interface ReaderCheck {
    void accept(DirectoryReader reader) throws IOException;
  }

  private void withDeletedBehindTheWriter(List<String> deleted, ReaderCheck check)
      throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig inOneSegment =
          new IndexWriterConfig(new WhitespaceAnalyzer()).setCodec(new Lucene104Codec());
      try (CollapsingIndexWriter writer =
          CollapsingIndexWriter.open(directory, config(), inOneSegment)) {
        for (int i = 0; i < ids.size(); i++) {
          writer.updateDocument(document(i, Store.YES));
        }
      }
      try (IndexWriter behind =
          new IndexWriter(
              directory,
              new IndexWriterConfig(new WhitespaceAnalyzer())
                  .setCodec(new Lucene104Codec())
                  .setMergePolicy(NoMergePolicy.INSTANCE))) {
        for (String id : deleted) {
          behind.deleteDocuments(new Term("id", id));
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        check.accept(reader);
      }
    }
  }

  private void assertNoneIsLeft(DirectoryReader reader, Explainer explainer, String deleted)
      throws IOException {
    int doc = 0;
    while (!reader.storedFields().document(doc).get("id").equals(deleted)) {
      doc++;
    }
    int number = doc;
    String message =
        expectThrows(CorruptIndexException.class, () -> explainer.versions(number, null, 1))
            .getMessage();
    assertTrue(message, message.contains("has no document that is not deleted"));
  }

  public void testWhatIsNotThereIsRefused() throws IOException {
    addRandom(10);
    check(
        config(),
        ResemblanceRule.auto(0.8),
        Store.YES,
        (explainer, groups) -> {
          int end = groups.reader().maxDoc();
          for (int doc : new int[] {-1, end}) {
            expectThrows(IndexOutOfBoundsException.class, () -> explainer.compare(0, doc));
            expectThrows(IndexOutOfBoundsException.class, () -> explainer.versions(doc, null, 1));
            expectThrows(IndexOutOfBoundsException.class, () -> groups.isHidden(doc));
          }
          assertEquals(
              "most must be at least 1, got 0",
              expectThrows(IllegalArgumentException.class, () -> explainer.versions(0, null, 0))
                  .getMessage());
          CollapseConfig guarded = config().withGuards(Guard.NUMBERS);
          Explainer other =
              Explainer.of((DirectoryReader) groups.reader(), guarded, new WhitespaceAnalyzer());
          String message =
              expectThrows(IllegalArgumentException.class, () -> other.compare(0, 1)).getMessage();
          assertTrue(message, message.startsWith("sketch parameters differ"));
          assertTrue(message, message.contains("guards=numbers"));
        });
  }

  public void testSketchesOfAnotherSeedAreRefusedNamingBoth() throws IOException {
    addRandom(10);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory,
                config(),
                newIndexWriterConfig(random(), new WhitespaceAnalyzer())
                    .setCodec(new Lucene104Codec()))) {
      writer.updateDocument(document(0, Store.YES));
      TextSketcher other = config().withSeed(7).textSketcher(new WhitespaceAnalyzer());
      try (DirectoryReader reader = writer.openReader()) {
        Explainer explainer =
            Explainer.of(reader, "id", other, ResemblanceRule.auto(0.8), Preference.FIRST);
        String message =
            expectThrows(IllegalArgumentException.class, () -> explainer.versions(0, null, 1))
                .getMessage();
        assertTrue(message, message.contains("seedId"));
      }
    }
  }
}
