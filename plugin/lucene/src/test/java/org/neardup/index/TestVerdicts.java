// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.search.explain.Comparison.Decision;
import org.neardup.search.explain.Explainer;

/** Verdicts on pairs; that any history of them is right shows {@link TestModel}. */
public class TestVerdicts extends LuceneTestCase {
  private static final CollapseConfig CONFIG = CollapseConfig.defaults();
  private static final String TEXT = "one two three four five six seven eight nine ten 11 twelve";
  private static final String OTHER = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
  private static final PairVerdict DIFFERENT = new PairVerdict("a", "b", Kind.DIFFERENT);
  private static final PairVerdict SAME = new PairVerdict("a", "b", Kind.SAME);
  private static final PairVerdict WITHDRAWN = new PairVerdict("b", "a", Kind.WITHDRAWN);

  private Directory directory;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  private CollapsingIndexWriter open(CollapseConfig config, PairVerdict... verdicts)
      throws IOException {
    return CollapsingIndexWriter.open(
        directory, config.withVerdicts(List.of(verdicts)), writerConfig());
  }

  private static IndexWriterConfig writerConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer());
  }

  private static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.YES));
    return document;
  }

  /** What each document is hidden behind; nothing if it is visible. */
  private Map<String, String> hidden() throws IOException {
    Map<String, String> hidden = new TreeMap<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexState.read(reader, Variants.HIDE)
          .forEach(
              (id, place) -> {
                if (place.representative() != null) {
                  hidden.put(id, place.representative());
                }
              });
    }
    return hidden;
  }

  private void index(CollapseConfig config, String textOfA, String textOfB, PairVerdict... verdicts)
      throws IOException {
    try (CollapsingIndexWriter writer = open(config, verdicts)) {
      writer.updateDocument(document("a", textOfA));
      writer.updateDocument(document("b", textOfB));
    }
  }

  public void testCopiesThatAreNotTheSame() throws IOException {
    index(CONFIG, TEXT, TEXT, DIFFERENT);
    assertEquals(Map.of(), hidden());
    open(CONFIG, WITHDRAWN).close();
    assertEquals(Map.of("b", "a"), hidden());
    assertEquals(List.of(), IndexInfo.read(directory).verdicts());
  }

  public void testOtherTextsThatAreTheSameWhateverGuardsSay() throws IOException {
    index(CONFIG.withGuards(Guard.NUMBERS), TEXT, OTHER + " 7", SAME);
    assertEquals(Map.of("b", "a"), hidden());
    assertEquals(List.of(SAME), IndexInfo.read(directory).verdicts());
  }

  public void testAVerdictOutlivesRetuningAndReopening() throws IOException {
    index(CONFIG, TEXT, OTHER, SAME);
    IndexCheck.retune(directory, CONFIG.withThreshold(0.9), writerConfig());
    open(CONFIG.withThreshold(0.9)).close();
    assertEquals(Map.of("b", "a"), hidden());
    IndexCheck.retune(
        directory,
        CONFIG.withThreshold(0.9).withVerdicts(List.of(SAME, WITHDRAWN)),
        writerConfig());
    assertEquals(Map.of(), hidden());
  }

  public void testAVerdictLapsesWhenATextChanges() throws IOException {
    for (String changed : List.of("a", "b")) {
      index(CONFIG, TEXT, OTHER, SAME);
      try (CollapsingIndexWriter writer = open(CONFIG)) {
        if (random().nextBoolean()) {
          writer.deleteDocuments(changed);
        }
        writer.updateDocument(document(changed, "another text"));
      }
      assertEquals(Map.of(), hidden());
      index(CONFIG, TEXT, OTHER);
      assertEquals(Map.of(), hidden());
      assertEquals(List.of(), IndexInfo.read(directory).verdicts());
    }
  }

  public void testAVerdictHoldsWhenTheSameTextComesAgain() throws IOException {
    index(CONFIG, TEXT, OTHER, SAME);
    for (String gone : List.of("a", "b")) {
      try (CollapsingIndexWriter writer = open(CONFIG)) {
        assertEquals(1, writer.deleteDocuments(gone));
        writer.commit();
        assertEquals(Map.of(), hidden());
        assertEquals(1, writer.deleteAll());
        index(writer, TEXT, OTHER);
      }
      assertEquals(Map.of("b", "a"), hidden());
    }
    assertEquals(List.of(SAME), IndexInfo.read(directory).verdicts());
  }

  private static void index(CollapsingIndexWriter writer, String textOfA, String textOfB)
      throws IOException {
    writer.updateDocument(document("a", textOfA));
    writer.updateDocument(document("b", textOfB));
  }

  public void testAVerdictDropsTheTextsThatItIsAbout() throws IOException {
    CollapseConfig config = CONFIG.withVariants(Variants.DROP);
    index(config, TEXT, OTHER);
    open(config, SAME).close();
    boolean isSaidAgain = random().nextBoolean(); // as by a command that runs each day
    try (CollapsingIndexWriter writer = isSaidAgain ? open(config, SAME) : open(config)) {
      assertEquals(Set.of("a"), IndexState.read(writer, Variants.DROP).keySet());
      Outcome again = writer.updateDocument(document("b", OTHER));
      assertEquals(new Outcome.Dropped("a", Resemblance.IDENTICAL, false), again);
      for (String other : List.of(OTHER + " z", "another text")) {
        writer.updateDocument(document("b", other));
        assertEquals(Set.of("a", "b"), IndexState.read(writer, Variants.DROP).keySet());
      }
      writer.updateDocument(document("b", OTHER));
      assertEquals(Set.of("a", "b"), IndexState.read(writer, Variants.DROP).keySet());
    }
    assertEquals(List.of(), IndexInfo.read(directory).verdicts());
    assertEquals(
        Map.of(),
        IndexCheck.check(directory, config, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS)
            .counts());
  }

  /** Of a document that was not there, it is about the text that comes first. */
  public void testAVerdictOnADroppedTextThatNobodySaw() throws IOException {
    CollapseConfig config = CONFIG.withVariants(Variants.DROP);
    index(config, TEXT, OTHER, SAME);
    index(config, TEXT, OTHER + " z");
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(2, reader.numDocs());
    }
  }

  public void testAVerdictOutlivesOtherGuards() throws IOException {
    index(CONFIG, TEXT, OTHER, SAME);
    CollapseConfig guarded = CONFIG.withGuards(Guard.NUMBERS, Guard.NAMES);
    IndexCheck.retune(directory, guarded, writerConfig());
    assertEquals(Map.of("b", "a"), hidden());
    try (CollapsingIndexWriter writer = open(guarded)) {
      writer.deleteDocuments("b");
      writer.updateDocument(document("b", OTHER));
    }
    assertEquals(Map.of("b", "a"), hidden());
  }

  /** A repair finds another text than the verdict is about. */
  public void testAVerdictLapsesWhenAnotherWriterChangesAText() throws IOException {
    index(CONFIG, TEXT, OTHER, SAME);
    try (IndexWriter writer = new IndexWriter(directory, writerConfig())) {
      writer.updateDocument(new Term("id", "b"), document("b", "another text"));
    }
    IndexCheck.repair(directory, CONFIG, writerConfig());
    assertEquals(List.of(), IndexInfo.read(directory).verdicts());
    assertEquals(Map.of(), hidden());
  }

  /**
   * C is not hidden behind b, which is no candidate any more when a hides it: though b is in memory
   * as a visible document, as it became one after it was written without bands.
   */
  public void testAPartnerThatIsHiddenWhenAllAreDecidedOnAgain() throws IOException {
    try (CollapsingIndexWriter writer = openUnmerged(CONFIG)) {
      writer.updateDocument(document("a", TEXT));
      writer.updateDocument(document("of b", OTHER));
      writer.updateDocument(document("b", OTHER));
      writer.updateDocument(document("c", "another text"));
      writer.commit();
      writer.deleteDocuments("of b");
    }
    assertEquals(Map.of(), hidden());
    PairVerdict other = new PairVerdict("b", "c", Kind.SAME);
    openUnmerged(CONFIG.withVerdicts(List.of(SAME, other))).close();
    assertEquals(Map.of("b", "a"), hidden());
  }

  private CollapsingIndexWriter openUnmerged(CollapseConfig config) throws IOException {
    return CollapsingIndexWriter.open(
        directory, config, writerConfig().setMergePolicy(NoMergePolicy.INSTANCE));
  }

  public void testAnUpdateWithTheSameTextKeepsIt() throws IOException {
    index(CONFIG.withPreference(Preference.parse("max:rank")), TEXT, OTHER, SAME);
    try (CollapsingIndexWriter writer = open(CONFIG.withPreference(Preference.parse("max:rank")))) {
      Document preferred = document("b", OTHER);
      preferred.add(new StringField("rank", "7", Field.Store.YES));
      writer.updateDocument(preferred);
    }
    assertEquals(Map.of("a", "b"), hidden());
  }

  public void testARefusedUpdateGivesBackWhatLapsed() throws IOException {
    boolean partnerChanges = random().nextBoolean();
    index(CONFIG, TEXT, OTHER, SAME);
    try (CollapsingIndexWriter writer = open(CONFIG)) {
      Document refused = document("a", "another text");
      refused.add(new StringField("x", "y".repeat(40_000), Field.Store.NO)); // too long a term
      DecidedDocument decided = writer.decide(writer.prepare(refused));
      if (partnerChanges) {
        writer.updateDocument(document("b", OTHER + " z"));
      }
      expectThrows(IllegalArgumentException.class, decided::write);
    }
    assertEquals(partnerChanges ? Map.of() : Map.of("b", "a"), hidden());
    assertEquals(partnerChanges ? List.of() : List.of(SAME), IndexInfo.read(directory).verdicts());
  }

  public void testManyCopiesOfWhichTwoAreParted() throws IOException {
    int copies = 40; // more than are compared each
    try (CollapsingIndexWriter writer = open(CONFIG, new PairVerdict("20", "03", Kind.DIFFERENT))) {
      for (int i = 0; i < copies; i++) {
        writer.updateDocument(document((i < 10 ? "0" : "") + i, TEXT));
      }
      for (int i = 0; i < 3; i++) {
        writer.deleteDocuments("0" + i);
      }
    }
    Map<String, String> hidden = hidden();
    assertFalse(hidden.containsKey("03"));
    assertFalse(hidden.containsKey("20"));
    assertEquals(copies - 5, hidden.size());
  }

  /** By its bands it is more like the newer document than the other one, which is near, too. */
  public void testAPartnerIsNotTheOnlyOneToGoBehind() throws IOException {
    String text = OTHER + ' ' + OTHER.replace(" ", "x ");
    CollapseConfig config = CONFIG.withThreshold(0.5).withPreference(Preference.LAST);
    try (CollapsingIndexWriter writer = open(config, SAME)) {
      writer.updateDocument(document("a", "1 2 3 4 5 6" + text.substring(11)));
      writer.updateDocument(
          document("c", text.substring(0, text.length() - 41) + "x 7".repeat(14)));
      writer.updateDocument(document("b", text));
    }
    assertEquals(Map.of("a", "b", "c", "b"), hidden());
  }

  /** Near the next representative, but a guard parts it from that one, of which no verdict is. */
  public void testOfManyCopiesOneThatAVerdictAloneHidesComesBack() throws IOException {
    String text = OTHER + ' ' + OTHER.replace(" ", "x ") + ' ' + OTHER.replace(" ", "y ") + ' ';
    PairVerdict same = new PairVerdict("odd", "00", Kind.SAME);
    try (CollapsingIndexWriter writer = open(CONFIG.withGuards(Guard.NUMBERS), same)) {
      for (int i = 0; i < 20; i++) {
        writer.updateDocument(document((i < 10 ? "0" : "") + i, text + 11));
      }
      writer.updateDocument(document("odd", text + 12));
      writer.commit();
      assertEquals("00", hidden().get("odd"));
      writer.deleteDocuments("00");
    }
    Map<String, String> hidden = hidden();
    assertFalse(hidden.containsKey("odd"));
    assertEquals(18, hidden.size());
  }

  /** It has more than the next representative, and no verdict is on these two. */
  public void testOfManyCopiesOneThatHasMoreComesBack() throws IOException {
    String text = OTHER + ' ' + OTHER.replace(" ", "x ") + ' ' + OTHER.replace(" ", "y ");
    PairVerdict same = new PairVerdict("more", "01", Kind.SAME);
    CollapseConfig config =
        CONFIG.withGuards(Guard.LOSSLESS).withPreference(Preference.parse("first"));
    try (CollapsingIndexWriter writer = open(config, same)) {
      addCopies(writer, text);
      writer.deleteDocuments("00");
      writer.updateDocument(document("more", text + " and more"));
      writer.commit();
      assertEquals("01", hidden().get("more"));
      writer.deleteDocuments("01");
    }
    Map<String, String> hidden = hidden();
    assertFalse(hidden.containsKey("more"));
    assertEquals(17, hidden.size());
  }

  private static void addCopies(CollapsingIndexWriter writer, String text) throws IOException {
    for (int i = 0; i < 20; i++) {
      writer.updateDocument(document((i < 10 ? "0" : "") + i, text));
    }
  }

  /** The former representative goes behind one that lacks what all others have. */
  public void testManyCopiesDoNotFollowOneThatAVerdictHides() throws IOException {
    String text = OTHER + ' ' + OTHER.replace(" ", "x ") + ' ' + OTHER.replace(" ", "y ");
    PairVerdict same = new PairVerdict("less", "00", Kind.SAME);
    CollapseConfig config =
        CONFIG.withGuards(Guard.LOSSLESS).withPreference(Preference.parse("max:rank,first"));
    try (CollapsingIndexWriter writer = open(config, same)) {
      addCopies(writer, text);
      Document less = document("less", text.substring(0, text.length() - 6));
      less.add(new StringField("rank", "7", Field.Store.YES));
      writer.updateDocument(less);
    }
    Map<String, String> hidden = hidden();
    assertEquals("less", hidden.get("00"));
    assertEquals(19, hidden.size());
    assertEquals(18, Collections.frequency(hidden.values(), "01"));
  }

  public void testAVerdictOnOthersCostsNoComparisons() throws IOException {
    List<Long> comparisons = new ArrayList<>();
    for (List<PairVerdict> verdicts : List.of(List.<PairVerdict>of(), List.of(SAME, DIFFERENT))) {
      CollapseConfig config = CONFIG.withGuards(Guard.LOSSLESS).withVerdicts(verdicts);
      try (Directory own = newDirectory();
          CollapsingIndexWriter writer = CollapsingIndexWriter.open(own, config, writerConfig())) {
        addCopies(writer, TEXT);
        long before = writer.index().decisions().read(GroupTable::comparisons);
        for (int i = 0; i < 10; i++) {
          writer.deleteDocuments("0" + i);
        }
        comparisons.add(writer.index().decisions().read(GroupTable::comparisons) - before);
      }
    }
    assertEquals(comparisons.getFirst(), comparisons.getLast());
  }

  public void testCheckKnowsVerdicts() throws IOException {
    index(CONFIG, TEXT, OTHER, SAME);
    assertEquals(Map.of(), check());
    try (CollapsingIndexWriter writer = open(CONFIG, DIFFERENT)) {
      writer.updateDocument(document("c", TEXT));
    }
    assertEquals(Map.of(), check());
    setVerdicts(List.of(new PairVerdict("a", "c", Kind.DIFFERENT), SAME));
    assertEquals(
        Map.of(CheckReport.Violation.Kind.GUARD, 1L, CheckReport.Violation.Kind.VISIBLE_TWICE, 1L),
        check());
    IndexCheck.repair(directory, CONFIG, writerConfig());
    assertEquals(Map.of(), check());
    assertEquals(Map.of("b", "a"), hidden());
  }

  private Map<CheckReport.Violation.Kind, Long> check() throws IOException {
    return IndexCheck.check(directory, CONFIG, new WhitespaceAnalyzer(), IndexCheck.ALL_TEXTS)
        .counts();
  }

  /** Changes what the last commit says, as a fault would. */
  private void setVerdicts(List<PairVerdict> verdicts) throws IOException {
    Verdicts changed = new Verdicts();
    verdicts.forEach(changed::add);
    IndexWriterConfig plain =
        new IndexWriterConfig(new WhitespaceAnalyzer())
            .setCodec(
                NearDupCodec.wrap(
                    TestUtil.getDefaultCodec(),
                    DocumentRecord.SKETCH_FIELD,
                    CONFIG.textSketcher(new WhitespaceAnalyzer()).parameters()));
    try (IndexWriter writer = new IndexWriter(directory, plain)) {
      Map<String, String> data = new TreeMap<>();
      writer.getLiveCommitData().forEach(each -> data.put(each.getKey(), each.getValue()));
      data.put("neardup.verdicts", changed.toString());
      writer.setLiveCommitData(data.entrySet());
      writer.commit();
    }
  }

  public void testExplained() throws IOException {
    index(CONFIG, TEXT, TEXT, DIFFERENT);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      Explainer explainer = Explainer.of(reader, CONFIG, new WhitespaceAnalyzer());
      int a = explainer.find("a").orElseThrow();
      int b = explainer.find("b").orElseThrow();
      assertEquals(
          new Decision(
              false,
              Basis.VERDICT,
              "not near-duplicates: a verdict says that they are not the same"),
          explainer.compare(a, b).decision());
    }
  }

  public void testReadersTellOfVerdictsThatNoCommitHas() throws IOException {
    index(CONFIG, TEXT, TEXT);
    try (CollapsingIndexWriter writer = open(CONFIG, DIFFERENT);
        CollapsingSearcherManager manager =
            new CollapsingSearcherManager(writer, reader -> reader, null)) {
      assertEquals(Basis.VERDICT, explained(writer, manager));
    }
  }

  public void testReadersTellOfLapsedVerdictsThatACommitHas() throws IOException {
    try (CollapsingIndexWriter writer = open(CONFIG, SAME);
        CollapsingSearcherManager manager =
            new CollapsingSearcherManager(writer, reader -> reader, null)) {
      writer.commit(); // the texts are still to come
      index(writer, TEXT, OTHER);
      manager.maybeRefresh();
      assertEquals(Basis.VERDICT, explained(writer, manager));
      index(writer, TEXT + " 13", OTHER);
      manager.maybeRefresh();
      assertNotEquals(Basis.VERDICT, explained(writer, manager));
    }
  }

  private static Basis explained(CollapsingIndexWriter writer, CollapsingSearcherManager manager)
      throws IOException {
    IndexSearcher searcher = manager.acquire();
    try (DirectoryReader reader = writer.openReader()) {
      Basis basis = explained(reader);
      assertEquals(basis, explained((DirectoryReader) searcher.getIndexReader()));
      return basis;
    } finally {
      manager.release(searcher);
    }
  }

  private static Basis explained(DirectoryReader reader) throws IOException {
    Explainer explainer = Explainer.of(reader, CONFIG, new WhitespaceAnalyzer());
    int a = explainer.find("a").orElseThrow();
    return explainer.compare(a, explainer.find("b").orElseThrow()).decision().rule();
  }

  public void testTakesUpWhatItWrote() {
    Random random = random();
    Verdicts verdicts = new Verdicts();
    Map<Set<String>, Kind> expected = new HashMap<>();
    List<String> ids = new ArrayList<>();
    while (ids.size() < 6) {
      String id = TestUtil.randomUnicodeString(random, 60);
      if (!ids.contains(id)) {
        ids.add(id);
      }
    }
    for (int i = 0; i < 50; i++) {
      String a = ids.get(random.nextInt(3));
      String b = ids.get(3 + random.nextInt(3));
      Kind kind = RandomPicks.randomFrom(random, Kind.values());
      verdicts.add(
          random.nextBoolean() ? new PairVerdict(a, b, kind) : new PairVerdict(b, a, kind));
      expected.put(Set.of(a, b), kind);
      if (random.nextInt(4) == 0) {
        verdicts.bind(a, b, random.nextLong());
      }
    }
    expected.values().removeIf(kind -> kind == Kind.WITHDRAWN);
    Verdicts read = Verdicts.parse(verdicts.toString());
    assertEquals(verdicts.toString(), read.toString());
    for (Verdicts each : List.of(verdicts, read)) {
      Map<Set<String>, Kind> found = new HashMap<>();
      each.all().forEach(pair -> found.put(Set.of(pair.a(), pair.b()), pair.kind()));
      assertEquals(expected, found);
    }
  }

  public void testAVerdictIsAboutTwoTexts() {
    Verdicts verdicts = new Verdicts();
    verdicts.add(SAME);
    assertEquals(Kind.SAME, verdicts.said("b", 5, "a", 6)); // whatever comes first
    verdicts.settle("b", 5);
    assertEquals(Kind.SAME, verdicts.said("a", 7, "b", 5));
    assertNull(verdicts.said("a", 7, "b", 6));
    verdicts.add(DIFFERENT); // of the same text, as b may not be there
    assertNull(verdicts.said("a", 7, "b", 6));
    assertEquals(Kind.DIFFERENT, verdicts.said("a", 7, "b", 5));
    verdicts.bind("b", "a", 6);
    assertEquals(Kind.DIFFERENT, verdicts.said("a", 7, "b", 6));
    verdicts.settle("b", 6);
    verdicts.settle("a", 7);
    assertEquals(List.of(DIFFERENT), verdicts.all());
    verdicts.settle("a", 8);
    assertTrue(verdicts.isEmpty());
  }

  public void testRefusesWhatItDidNotWrite() {
    for (String text :
        List.of(
            "SAME",
            "SAME - - 1 1 a",
            "SAME - - 1 1 aa",
            "WITHDRAWN - - 1 1 ab",
            "SAME - g 1 1 ab",
            "SAME - - 1 99999999 ab",
            "SAME - - -1 1 ab",
            "SAME - - 1 1 abc",
            "null - - 1 1 ab")) {
      expectThrows(IllegalArgumentException.class, () -> Verdicts.parse(text));
    }
    assertEquals(List.of(SAME), Verdicts.parse("SAME - ff 1 1 ab").all());
  }

  public void testRefuses() {
    expectThrows(IllegalArgumentException.class, () -> new PairVerdict("a", "a", Kind.SAME));
    for (String half : List.of("\uD800", "\uDBFF")) { // both are U+FFFD in an index
      PairVerdict one = new PairVerdict(half, "\uFFFD", Kind.SAME);
      expectThrows(IllegalArgumentException.class, () -> CONFIG.withVerdicts(List.of(one)));
    }
    NullPointerException refusal =
        expectThrows(NullPointerException.class, () -> new PairVerdict("a", "b", null));
    assertEquals("kind", refusal.getMessage());
    expectThrows(
        IllegalArgumentException.class,
        () -> CONFIG.withContained(ContainedTexts.HIDE).withVerdicts(List.of(SAME)));
    String longId = "x".repeat(Verdicts.MAX_LENGTH);
    expectThrows(
        IllegalArgumentException.class,
        () -> CONFIG.withVerdicts(List.of(new PairVerdict(longId, "b", Kind.SAME))));
    Verdicts verdicts = new Verdicts();
    expectThrows(
        IllegalArgumentException.class,
        () -> verdicts.add(new PairVerdict(longId, "b", Kind.SAME)));
    verdicts.add(SAME); // one that is refused takes no room
    assertEquals(List.of(SAME), verdicts.all());
  }
}
