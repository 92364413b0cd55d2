// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.stored;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.analysis.Shingling;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.sketch.Sketches;

/** Collapse at query time beside a model that compares all slots of all pairs. */
public class TestStoredTextCollapse extends LuceneTestCase {
  private static final Query QUERY = new TermQuery(new Term("text", "all"));
  private static final List<Sort> SORTS =
      List.of(Sort.RELEVANCE, new Sort(new SortField("number", SortField.Type.INT, true)));

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private IndexSearcher index(List<String> texts) throws IOException {
    directory = newDirectory();
    try (RandomIndexWriter writer =
        new RandomIndexWriter(random(), directory, new WhitespaceAnalyzer())) {
      for (String text : texts) {
        Document document = new Document();
        document.add(new TextField("text", text, Field.Store.YES));
        document.add(new NumericDocValuesField("number", random().nextInt(20)));
        writer.addDocument(document);
      }
      reader = writer.getReader();
    }
    return new IndexSearcher(reader);
  }

  private static StoredTextCollapse collapse() {
    return StoredTextCollapse.of(new WhitespaceAnalyzer(), "text");
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder("all");
    for (int i = 20 + random.nextInt(60); i > 0; i--) {
      text.append(" w").append(random.nextInt(100_000));
    }
    return text.toString();
  }

  private static String edit(Random random, String text) {
    List<String> words = new ArrayList<>(Arrays.asList(text.split(" ", -1)));
    for (int edits = random.nextInt(3); edits > 0; edits--) {
      words.set(1 + random.nextInt(words.size() - 1), "x" + random.nextInt(1000));
    }
    return String.join(" ", words);
  }

  public void testShowsWhatTheModelShows() throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean isNew = texts.isEmpty() || random().nextInt(4) == 0;
      texts.add(isNew ? text(random()) : edit(random(), texts.get(random().nextInt(texts.size()))));
    }
    IndexSearcher searcher = index(texts);
    StoredTextCollapse classic =
        collapse().withSketcher(Sketches.minHash(100, random().nextLong())).withThreshold(0.9);
    for (StoredTextCollapse settings : List.of(collapse(), classic)) {
      for (Sort sort : SORTS) {
        compare(settings, searcher, sort);
      }
    }
  }

  private static void compare(StoredTextCollapse settings, IndexSearcher searcher, Sort sort)
      throws IOException {
    List<Integer> model = model(settings, searcher, sort);
    assertTrue(model.size() < 300);
    StoredTextPages pages = settings.pages(searcher, QUERY, sort);
    List<Integer> shown = new ArrayList<>();
    List<StoredTextPages.Hit> page;
    int n = 1 + random().nextInt(40);
    do {
      page = pages.next(n);
      page.forEach(hit -> shown.add(hit.doc().doc));
      assertEquals(
          "full or the last", Math.min(n, model.size() - shown.size() + page.size()), page.size());
    } while (!page.isEmpty());
    assertEquals(model, shown);
    assertEquals(searcher.getIndexReader().numDocs(), pages.lookedAt());
  }

  private static List<Integer> model(StoredTextCollapse settings, IndexSearcher searcher, Sort sort)
      throws IOException {
    List<Integer> shown = new ArrayList<>();
    List<long[]> sketches = new ArrayList<>();
    for (ScoreDoc found : searcher.search(QUERY, 1000, sort).scoreDocs) {
      long[] sketch = sketch(settings, searcher.storedFields().document(found.doc).get("text"));
      if (sketches.stream().noneMatch(earlier -> share(earlier, sketch) >= settings.threshold())) {
        shown.add(found.doc);
        sketches.add(sketch);
      }
    }
    return shown;
  }

  private static long[] sketch(StoredTextCollapse settings, String text) throws IOException {
    ElementExtractor extractor = new ElementExtractor(settings.analyzer(), Shingling.words(5));
    extractor.reset();
    extractor.add("text", text);
    return settings.sketcher().sketch(extractor.elements(), extractor.count());
  }

  private static double share(long[] one, long[] other) {
    int agreeing = 0;
    for (int i = 0; i < one.length; i++) {
      agreeing += one[i] == other[i] ? 1 : 0;
    }
    return (double) agreeing / one.length;
  }

  public void testCountsVersionsAndLooksNoFurtherThanItMust() throws IOException {
    String copy = text(new Random(1));
    List<String> texts = new ArrayList<>(List.of(copy, copy, copy));
    for (int i = 2; i < 30; i++) {
      texts.add(text(new Random(i)));
    }
    IndexSearcher searcher = index(texts);
    StoredTextPages pages = collapse().pages(searcher, QUERY, Sort.INDEXORDER);
    List<StoredTextPages.Hit> page = pages.next(2);
    assertEquals(List.of(3, 1), page.stream().map(StoredTextPages.Hit::versions).toList());
    assertEquals(4, pages.lookedAt());
  }

  public void testAllThatAreLeftMayBeAskedFor() throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      texts.add(text(new Random(i)));
    }
    StoredTextPages pages = collapse().pages(index(texts), QUERY, Sort.RELEVANCE);
    assertEquals(2, pages.next(2).size());
    assertEquals(28, pages.next(Integer.MAX_VALUE).size());
  }

  /** The product of such a threshold and the slots is rounded up. */
  public void testThresholdItselfIsEnough() throws IOException {
    StoredTextCollapse settings =
        collapse().withSketcher(Sketches.minHash(100, random().nextLong())).withThreshold(0.55);
    String text = text(random());
    String other = text;
    for (double share = 1; share != 0.55; ) {
      other = edit(random(), share < 0.55 ? text : other);
      share = share(sketch(settings, text), sketch(settings, other));
    }
    StoredTextPages pages = settings.pages(index(List.of(text, other)), QUERY, Sort.RELEVANCE);
    assertEquals(List.of(2), pages.next(2).stream().map(StoredTextPages.Hit::versions).toList());
  }

  public void testShortTextsAreOneOnlyIfTheSameAndEmptyOnesNever() throws IOException {
    IndexSearcher searcher = index(List.of("all a b c", "all  a b c", "all a b d"));
    assertEquals(2, collapse().pages(searcher, QUERY, Sort.RELEVANCE).next(10).size());
    StoredTextCollapse elsewhere = StoredTextCollapse.of(new WhitespaceAnalyzer(), "nothing");
    assertEquals(3, elsewhere.pages(searcher, QUERY, Sort.RELEVANCE).next(10).size());
  }

  public void testRefusesWhatCannotBe() throws IOException {
    IndexSearcher searcher = index(List.of("all"));
    for (double threshold : new double[] {0, 1.5, Double.NaN}) {
      IllegalArgumentException refusal =
          expectThrows(IllegalArgumentException.class, () -> collapse().withThreshold(threshold));
      assertEquals(
          "threshold must be above 0 and at most 1, got " + threshold, refusal.getMessage());
    }
    expectThrows(
        IllegalArgumentException.class, () -> StoredTextCollapse.of(new WhitespaceAnalyzer()));
    StoredTextPages pages = collapse().pages(searcher, QUERY, Sort.RELEVANCE);
    expectThrows(IllegalArgumentException.class, () -> pages.next(0));
  }
}
