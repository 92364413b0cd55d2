// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.neardup.compare.Overlap;
import org.neardup.search.RecordedGroups;
import org.neardup.search.copied.CopiedText.Hit;
import org.neardup.search.copied.CopiedText.Passage;
import org.neardup.search.copied.CopiedText.Source;

/** What was copied, beside a model that compares the text with all documents by sets of strings. */
public class TestContainments extends ContainmentTestCase {
  private static Containments containments() {
    return Containments.of(ANALYZER, "title", "text");
  }

  private static List<List<String>> quotingDocuments(List<String> originals, int count) {
    QuotingTexts texts = new QuotingTexts(random(), 40);
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String original = originals.get(random().nextInt(originals.size()));
      List<String> document = new ArrayList<>();
      document.add(random().nextBoolean() ? "A title" : texts.quoting(original, 0.2));
      for (int more = random().nextInt(3); more > 0; more--) {
        document.add(texts.quoting(original, random().nextDouble()));
      }
      documents.add(document);
      if (random().nextInt(4) == 0) {
        documents.add(document); // a copy
      }
    }
    return documents;
  }

  /** With at most 32 shingles, all are looked for, and nothing may be missed. */
  public void testFindsWhatTheModelFinds() throws IOException {
    QuotingTexts texts = new QuotingTexts(random(), 40);
    List<String> originals = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      originals.add(texts.text(8 + random().nextInt(25)));
    }
    index(quotingDocuments(originals, 100));
    for (int i = 0; i < atLeast(30); i++) {
      String text = originals.get(random().nextInt(originals.size()));
      Containments settings =
          containments()
              .withShingleSize(2 + random().nextInt(5))
              .withMinimum((1 + random().nextInt(10)) / 10.0);
      boolean isFiltered = random().nextBoolean();
      Query filter = isFiltered ? new TermQuery(new Term("even", "true")) : null;
      int count = 1 + random().nextInt(20);
      CopiedText copied = settings.search(searcher, text, filter, count);
      Set<String> allowed = new HashSet<>(live.keySet());
      if (isFiltered) {
        allowed.retainAll(even);
      }
      checkHits(settings, List.of(text), allowed, copied, count);
      checkSources(settings, List.of(text), allowed, copied, count);
    }
  }

  public void testADocumentFindsAllButItself() throws IOException {
    QuotingTexts texts = new QuotingTexts(random(), 40);
    index(quotingDocuments(List.of(texts.text(20), texts.text(12)), 50));
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      String id = id(doc);
      if (!live.containsKey(id)) {
        continue;
      }
      Containments settings = containments().withShingleSize(3);
      CopiedText copied = settings.search(searcher, doc, null, 10);
      assertEquals(String.join("\n", live.get(id)), settings.text(searcher, doc));
      Set<String> others = new HashSet<>(live.keySet());
      others.remove(id);
      if (copied.elements() <= 32) {
        checkHits(settings, live.get(id), others, copied, 10);
        checkSources(settings, live.get(id), others, copied, 10);
      }
    }
  }

  private void checkHits(
      Containments settings, List<String> text, Set<String> ids, CopiedText copied, int count)
      throws IOException {
    Set<String> elements = NaiveContainment.elements(text, settings.shingleSize());
    assertEquals(elements.size(), copied.elements());
    assertEquals(0, copied.skipped());
    List<Hit> expected = new ArrayList<>();
    RecordedGroups groups = new RecordedGroups(reader);
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      String id = id(doc);
      if (ids.contains(id)) {
        Overlap overlap =
            NaiveContainment.overlap(
                elements, NaiveContainment.elements(live.get(id), settings.shingleSize()));
        if (!elements.isEmpty() && overlap.containmentOfA() >= settings.minimum()) {
          expected.add(
              new Hit(
                  doc,
                  groups.hasGroup(doc) ? groups.representative(doc) : doc,
                  overlap,
                  List.of()));
        }
      }
    }
    expected.sort(Comparator.comparingDouble(hit -> -hit.overlap().containmentOfA()));
    assertEquals(expected.size(), copied.total());
    assertEquals(
        expected.stream().limit(count).toList(),
        copied.hits().stream()
            .map(hit -> new Hit(hit.doc(), hit.representative(), hit.overlap(), List.of()))
            .toList());
    for (Hit hit : copied.hits()) {
      Set<String> held = NaiveContainment.elements(live.get(id(hit.doc())), settings.shingleSize());
      checkPassages(settings, text, hit.doc(), held, hit.passages());
    }
  }

  /** They are the same in both, and have each shingle of the text that counts, each place once. */
  private void checkPassages(
      Containments settings, List<String> text, int doc, Set<String> counts, List<Passage> passages)
      throws IOException {
    int size = settings.shingleSize();
    String all = String.join("\n", text);
    String source = String.join("\n", live.get(id(doc)));
    List<String> shingles = new ArrayList<>();
    int from = -1;
    for (Passage passage : passages) {
      assertTrue(passage.from() > from);
      from = passage.from();
      String copied = all.substring(passage.from(), passage.to());
      String there = source.substring(passage.sourceFrom(), passage.sourceTo());
      assertEquals(NaiveContainment.words(copied), NaiveContainment.words(there));
      assertEquals(passage.shingles(), NaiveContainment.shingles(copied, size).size());
      shingles.addAll(NaiveContainment.shingles(copied, size));
    }
    List<String> expected = new ArrayList<>();
    text.forEach(each -> expected.addAll(NaiveContainment.shingles(each, size)));
    expected.retainAll(counts);
    assertEquals(expected, shingles);
  }

  private void checkSources(
      Containments settings, List<String> text, Set<String> ids, CopiedText copied, int count)
      throws IOException {
    Set<String> elements = NaiveContainment.elements(text, settings.shingleSize());
    Set<String> unexplained = new HashSet<>(elements);
    for (Source source : copied.sources()) {
      int best = best(settings, elements, unexplained, ids);
      Set<String> gained =
          NaiveContainment.elements(live.get(id(source.doc())), settings.shingleSize());
      gained.retainAll(unexplained);
      assertEquals(best, gained.size());
      assertEquals((double) best / elements.size(), source.share(), 0);
      checkPassages(settings, text, source.doc(), gained, source.passages());
      unexplained.removeAll(gained);
    }
    assertTrue(copied.sources().size() <= count);
    if (copied.sources().size() < count) {
      assertEquals(0, best(settings, elements, unexplained, ids));
    }
    if (!elements.isEmpty()) {
      assertEquals((double) unexplained.size() / elements.size(), copied.unexplained(), 0);
    }
  }

  /** The most that one document that holds enough of the text has of some elements. */
  private int best(
      Containments settings, Set<String> elements, Set<String> unexplained, Set<String> ids) {
    int best = 0;
    for (String id : ids) {
      Set<String> held = NaiveContainment.elements(live.get(id), settings.shingleSize());
      Overlap whole = NaiveContainment.overlap(elements, held);
      if (!elements.isEmpty() && whole.containmentOfA() >= settings.minimum()) {
        best = Math.max(best, NaiveContainment.overlap(unexplained, held).common());
      }
    }
    return best;
  }

  /** Samples decide whom to look at. What is found is counted; a few of .99 may be missed. */
  public void testRecallOfLongTexts() throws IOException {
    QuotingTexts texts = new QuotingTexts(random(), 2000);
    List<List<String>> documents = new ArrayList<>();
    List<String> originals = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String original = texts.text(100 + random().nextInt(900));
      originals.add(original);
      for (int quotes = 0; quotes < 40; quotes++) {
        String quoting = texts.quoting(original, 0.25 + 0.75 * random().nextDouble());
        documents.add(List.of("title", quoting));
      }
    }
    index(documents);
    int missed = 0;
    int all = 0;
    for (String original : originals) {
      CopiedText copied = containments().search(searcher, original, null, 1000);
      Set<String> elements = NaiveContainment.elements(List.of(original), 5);
      Set<String> found = new HashSet<>();
      for (Hit hit : copied.hits()) {
        Set<String> held = NaiveContainment.elements(live.get(id(hit.doc())), 5);
        assertEquals(NaiveContainment.overlap(elements, held), hit.overlap());
        assertTrue(hit.overlap().containmentOfA() >= 0.3);
        found.add(id(hit.doc()));
        checkPassages(containments(), List.of(original), hit.doc(), held, hit.passages());
      }
      for (var document : live.entrySet()) {
        Set<String> held = NaiveContainment.elements(document.getValue(), 5);
        if (NaiveContainment.overlap(elements, held).containmentOfA() >= 0.3) {
          all++;
          missed += found.contains(document.getKey()) ? 0 : 1;
        }
      }
    }
    assertTrue(all > 150);
    assertTrue(missed + " of " + all, missed <= 3);
  }

  public void testSkippedCandidatesAreCounted() throws IOException {
    String text = new QuotingTexts(random(), 1000).text(25);
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      documents.add(
          List.of("title " + i, i % 2 == 0 ? text : text.substring(0, text.length() / 2)));
    }
    index(documents);
    CopiedText all = containments().search(searcher, text, null, 100);
    assertEquals(live.size(), all.total());
    CopiedText some = containments().withMostCandidates(7).search(searcher, text, null, 100);
    assertEquals(7, some.total());
    assertEquals(live.size() - 7, some.skipped());
    assertEquals(all.hits().subList(0, 7), some.hits()); // the likeliest were read
  }

  public void testAnEmptyTextIsHeldByNone() throws IOException {
    index(List.of(List.of("title", "some words that are not looked for")));
    CopiedText nothing = new CopiedText(0, 0, 0, List.of(), List.of(), 0);
    assertEquals(nothing, containments().search(searcher, " .,", null, 10));
    CopiedText copied = containments().search(searcher, "entirely new words in it", null, 10);
    assertEquals(new CopiedText(1, 0, 0, List.of(), List.of(), 1), copied);
  }

  public void testRefusesWhatCannotBe() throws IOException {
    index(List.of(List.of("title", "words")));
    assertRefused(
        "shingleSize must be between 2 and 256, got 1", () -> containments().withShingleSize(1));
    assertRefused(
        "minimum must be above 0 and at most 1, got NaN",
        () -> containments().withMinimum(Double.NaN));
    assertRefused(
        "minimum must be above 0 and at most 1, got 0.0", () -> containments().withMinimum(0));
    assertRefused(
        "mostCandidates must be at least 1, got 0", () -> containments().withMostCandidates(0));
    assertRefused("fields must name at least one field, got []", () -> Containments.of(ANALYZER));
    assertRefused(
        "count must be at least 1, got 0", () -> containments().search(searcher, "a", null, 0));
    expectThrows(
        IndexOutOfBoundsException.class, () -> containments().search(searcher, 7, null, 1));
    assertRefused(
        "field id must be indexed with positions to find copied passages, got DOCS",
        () -> Containments.of(ANALYZER, "id").search(searcher, "a b c", null, 1));
  }

  public void testWithoutStoredTextThereIsAnError() throws IOException {
    index(List.of(List.of("a title")));
    Document document = new Document();
    document.add(new StringField("id", "x", Field.Store.YES));
    document.add(new TextField("text", "the old wharf burnt down", Field.Store.NO));
    try (Directory other = newDirectory()) {
      try (RandomIndexWriter writer = new RandomIndexWriter(random(), other, ANALYZER)) {
        writer.addDocument(document);
      }
      try (DirectoryReader unstored = DirectoryReader.open(other)) {
        IndexSearcher all = newSearcher(unstored);
        String message =
            "copied passages are found in stored texts, and document 0 stores none in title, text";
        assertRefused(
            message, () -> containments().search(all, "the old wharf burnt down", null, 1));
        assertRefused(message, () -> containments().search(all, 0, null, 1));
        assertRefused(message, () -> containments().text(all, 0));
      }
    }
  }

  private static void assertRefused(String message, ThrowingRunnable runnable) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, runnable).getMessage());
  }
}
