// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.AssertingDirectoryReader;
import org.apache.lucene.tests.search.AssertingBulkScorer;
import org.apache.lucene.tests.search.AssertingQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.internal.record.NearDupFields;

/** Reading runs beside Lucene's searcher over the same view, on stretches of hidden documents. */
public class TestOneVersionSearcher extends LuceneTestCase {
  private static final Sort NUMBER_UP =
      new Sort(new SortedNumericSortField("number", SortField.Type.LONG));

  private ExecutorService executor;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    executor = Executors.newFixedThreadPool(3, new NamedThreadFactory("search"));
  }

  @Override
  public void tearDown() throws Exception {
    TestUtil.shutdownExecutorService(executor);
    super.tearDown();
  }

  @FunctionalInterface
  private interface Use {
    void of(DirectoryReader reader) throws IOException;
  }

  /** Stretches of visible documents, mostly, and of hidden ones, some as long as it takes. */
  private static void withStretches(Use use) throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                RandomVersions.config(new IndexWriterConfig(new WhitespaceAnalyzer())))) {
      boolean hidden = random().nextBoolean();
      for (int docs = 5000 + random().nextInt(10_000); docs > 0; hidden = !hidden) {
        int end = docs - 1 - random().nextInt(random().nextInt(8) == 0 ? 10 : 3 * Runs.GAP);
        for (; docs > Math.max(0, end); docs--) {
          writer.addDocument(document(random().nextInt(10_000) == 0 ? !hidden : hidden));
        }
        if (random().nextInt(10) == 0) {
          writer.flush();
        }
      }
      for (int i = random().nextInt(3) - 1; i > 0; i--) {
        writer.deleteDocuments(LongPoint.newExactQuery("number", random().nextInt(1000)));
      }
      if (random().nextBoolean()) {
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        use.of(reader);
      }
    }
  }

  private static Document document(boolean isHidden) {
    Document document = new Document();
    List<String> words = new ArrayList<>();
    for (int i = 1 + random().nextInt(6); i > 0; i--) {
      words.add(word());
    }
    document.add(new TextField("text", String.join(" ", words), Field.Store.NO));
    document.add(new LongField("number", random().nextInt(1000), Field.Store.NO));
    if (isHidden) {
      document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    return document;
  }

  private static String word() {
    return RandomPicks.randomFrom(random(), RandomVersions.WORDS);
  }

  private static Query query(int depth) {
    return switch (random().nextInt(depth > 0 ? 9 : 5)) {
      case 0 -> new PhraseQuery(random().nextInt(3), "text", word(), word());
      case 1 -> LongPoint.newRangeQuery("number", 100, 100 + random().nextInt(900));
      case 2 -> new ConstantScoreQuery(new TermQuery(new Term("text", word())));
      case 3 -> random().nextInt(4) == 0 ? MatchAllDocsQuery.INSTANCE : query(2);
      case 4 -> new TermQuery(new Term("text", word()));
      case 5 -> new DisjunctionMaxQuery(List.of(query(depth - 1), query(depth - 1)), 0.1f);
      default -> clauses(depth);
    };
  }

  private static Query clauses(int depth) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    Occur occur = random().nextBoolean() ? Occur.SHOULD : Occur.MUST;
    for (int i = 1 + random().nextInt(occur == Occur.MUST ? 3 : 6); i > 0; i--) {
      builder.add(query(depth - 1), occur);
    }
    if (random().nextInt(3) == 0) {
      builder.add(query(depth - 1), random().nextBoolean() ? Occur.FILTER : Occur.MUST_NOT);
    }
    return builder.build();
  }

  public void testFindsWhatLuceneFinds() throws IOException {
    for (int i = 0; i < atLeast(3); i++) {
      withStretches(
          reader -> {
            DirectoryReader view = OneVersion.wrap(reader);
            IndexSearcher plain = new IndexSearcher(view);
            Executor mayBe = random().nextBoolean() ? executor : null;
            for (int q = 0; q < 15; q++) {
              Query query = query(2);
              compare(plain, new OneVersionSearcher(reader, mayBe), query);
              compare(plain, new OneVersionSearcher(view), query);
              compare(plain, inParts(new AssertingDirectoryReader(view)), query);
            }
          });
    }
  }

  private IndexSearcher inParts(DirectoryReader view) throws IOException {
    return new OneVersionSearcher(view, executor) {
      @Override
      protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
        return slices(leaves, 3000, 1, true);
      }
    };
  }

  private static void compare(IndexSearcher plain, IndexSearcher searcher, Query query)
      throws IOException {
    int n = 1 + random().nextInt(random().nextBoolean() ? 20 : 2000);
    int threshold = random().nextBoolean() ? Integer.MAX_VALUE : random().nextInt(2000);
    ScoreDoc after = null;
    FieldDoc sortedAfter = null;
    if (random().nextBoolean()) {
      ScoreDoc[] first = plain.search(query, 1 + random().nextInt(50)).scoreDocs;
      after = first.length == 0 ? null : first[first.length - 1];
      first = plain.search(query, 1 + random().nextInt(50), NUMBER_UP).scoreDocs;
      sortedAfter = first.length == 0 ? null : (FieldDoc) first[first.length - 1];
    }
    List<TopDocs> found = new ArrayList<>();
    for (IndexSearcher each : List.of(plain, searcher)) { // managers keep what one search found
      found.add(each.search(query, new TopScoreDocCollectorManager(n, after, threshold)));
      found.add(
          each.search(query, new TopFieldCollectorManager(NUMBER_UP, n, sortedAfter, threshold)));
    }
    assertSame(query, found.get(0), found.get(2), threshold);
    assertSame(query, found.get(1), found.get(3), threshold);
    assertEquals(query.toString(), plain.count(query), searcher.count(query));
    var counting = new TotalHitCountCollectorManager(searcher.getSlices());
    assertEquals(plain.count(query), (int) searcher.search(query, counting));
  }

  private static void assertSame(Query query, TopDocs expected, TopDocs found, int threshold) {
    assertEquals(query.toString(), describe(expected), describe(found));
    if (threshold == Integer.MAX_VALUE) {
      assertEquals(query.toString(), expected.totalHits, found.totalHits);
    } else if (found.totalHits.relation() == TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO) {
      assertTrue(query.toString(), found.totalHits.value() > threshold);
    }
  }

  private static List<String> describe(TopDocs docs) {
    return Arrays.stream(docs.scoreDocs)
        .map(hit -> hit instanceof FieldDoc sorted ? hit.doc + " " + sorted.fields[0] : hit + "")
        .toList();
  }

  /** Lucene's checks of what is called, and of how it is called. */
  public void testKeepsTheContractOfBulkScorers() throws IOException {
    for (int i = 0; i < atLeast(3); i++) {
      withStretches(
          reader -> {
            DirectoryReader view = OneVersion.wrap(reader);
            IndexSearcher plain = new IndexSearcher(view);
            IndexSearcher asserting = new AssertingRuns(view);
            for (int q = 0; q < 15; q++) {
              Query query = query(2);
              TopDocs expected = plain.search(query, 100);
              assertSame(query, expected, asserting.search(query, 100), 1000);
              Query checked = new AssertingQuery(new Random(random().nextLong()), query);
              assertSame(query, expected, asserting.search(checked, 100), 1000);
            }
          });
    }
  }

  private static final class AssertingRuns extends IndexSearcher {
    AssertingRuns(DirectoryReader view) {
      super(view);
      setQueryCache(null);
    }

    @Override
    protected void searchLeaf(
        LeafReaderContext context, int min, int max, Weight weight, Collector collector)
        throws IOException {
      int maxDoc = context.reader().maxDoc();
      Weight byRuns =
          new RunsWeight(weight.getQuery(), weight, leaf -> OneVersion.runs(leaf.reader()), false) {
            @Override
            BulkScorer scorer(BulkScorer scorer, Runs ofLeaf) {
              BulkScorer inside = AssertingBulkScorer.wrap(random(), scorer, maxDoc);
              return AssertingBulkScorer.wrap(random(), ofLeaf.scorer(inside, true, false), maxDoc);
            }
          };
      super.searchLeaf(context, min, max, byRuns, collector);
    }
  }

  /** A range that a scorer was called for. */
  private record Range(int min, int max, Bits acceptDocs) {}

  /** Notes what it is called for, and scores nothing. */
  private static BulkScorer noting(List<Range> ranges) {
    return new BulkScorer() {
      @Override
      public int score(LeafCollector collector, Bits acceptDocs, int min, int max) {
        ranges.add(new Range(min, max, acceptDocs));
        return max;
      }

      @Override
      public long cost() {
        return 1;
      }
    };
  }

  public void testReadsTheVisibleStretchesOnce() throws IOException {
    for (int i = 0; i < 50; i++) {
      FixedBitSet visible = new FixedBitSet(1 + random().nextInt(20_000));
      for (int doc = 0; doc < visible.length(); ) {
        int end = Math.min(visible.length(), doc + 1 + random().nextInt(2 * Runs.GAP));
        if (random().nextBoolean()) {
          visible.set(doc, end);
        }
        doc = end;
      }
      Runs runs = new Runs(visible);
      List<Range> ranges = new ArrayList<>();
      BulkScorer scorer = runs.scorer(noting(ranges), true, false);
      int min = random().nextInt(visible.length());
      int max = min + 1 + random().nextInt(visible.length() - min);
      for (int next = min; next < max; ) {
        int until = Math.min(max, next + 1 + random().nextInt(5000));
        int returned = scorer.score(null, runs.docs(), next, until);
        assertTrue(returned >= until);
        next = returned;
      }
      assertCovers(visible, min, max, ranges);
    }
  }

  private static void assertCovers(FixedBitSet visible, int min, int max, List<Range> ranges) {
    int seen = 0;
    int end = min;
    for (Range range : ranges) {
      assertTrue("in order", end <= range.min && range.min < range.max && range.max <= max);
      assertTrue("a gap is long", end == min || range.min == end || range.min - end >= Runs.GAP);
      end = range.max;
      int shown = visible.cardinality(range.min, range.max);
      seen += shown;
      assertTrue(range.acceptDocs != null || shown == range.max - range.min);
    }
    assertEquals(min == max ? 0 : visible.cardinality(min, max), seen);
  }

  /** Scorers that others wrote are called once, with the live documents. */
  public void testCallsOthersOnce() throws IOException {
    withStretches(
        reader -> {
          List<Range> ranges = new ArrayList<>();
          OneVersionSearcher searcher = new OneVersionSearcher(reader);
          searcher.search(
              new TestBestVersionSearch.BulkOnlyQuery(
                  MatchAllDocsQuery.INSTANCE, scorer -> noting(ranges)),
              10);
          int called = 0;
          for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            if (leaf.reader().numDocs() > 0) {
              Range range = ranges.get(called++);
              assertEquals(0, range.min);
              assertEquals(Integer.MAX_VALUE, range.max);
              assertSame(leaf.reader().getLiveDocs(), range.acceptDocs);
            }
          }
          assertEquals(called, ranges.size());
        });
  }

  /** Hides every other document of what is below. */
  private static final class Halved extends FilterDirectoryReader {
    Halved(DirectoryReader in) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new HalvedLeaf(leaf);
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new Halved(in);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private static final class HalvedLeaf extends FilterLeafReader {
    private final FixedBitSet live;

    HalvedLeaf(LeafReader in) {
      super(in);
      live = new FixedBitSet(in.maxDoc());
      Bits below = in.getLiveDocs();
      for (int doc = 0; doc < in.maxDoc(); doc += 2) {
        if (below == null || below.get(doc)) {
          live.set(doc);
        }
      }
    }

    @Override
    public Bits getLiveDocs() {
      return live.asReadOnlyBits();
    }

    @Override
    public int numDocs() {
      return live.cardinality();
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  public void testWhatAFilterAboveRemovesStaysRemoved() throws IOException {
    for (int i = 0; i < 3; i++) {
      withStretches(
          reader -> {
            DirectoryReader halved = new Halved(OneVersion.wrap(reader));
            for (int q = 0; q < 5; q++) {
              compare(new IndexSearcher(halved), new OneVersionSearcher(halved), query(2));
            }
          });
    }
  }

  public void testTakesAViewAsItIs() throws IOException {
    withStretches(
        reader -> {
          DirectoryReader view = OneVersion.wrap(reader);
          assertSame(view, new OneVersionSearcher(view).getIndexReader());
          DirectoryReader around = new AssertingDirectoryReader(view);
          assertSame(around, new OneVersionSearcher(around, executor).getIndexReader());
          assertTrue(
              OneVersion.isWrapped(
                  (DirectoryReader) new OneVersionSearcher(reader).getIndexReader()));
        });
  }

  public void testEndsInTime() throws IOException {
    withStretches(
        reader -> {
          Query query = new TermQuery(new Term("text", word()));
          var manager = new TopScoreDocCollectorManager(20_000, null, Integer.MAX_VALUE);
          OneVersionSearcher searcher = new OneVersionSearcher(reader);
          List<String> all = describe(searcher.search(query, manager)); // counts, so keeps nothing
          int checks = random().nextInt(4);
          int[] left = {checks};
          searcher.setTimeout(() -> left[0]-- <= 0);
          List<String> found = describe(searcher.search(query, manager));
          assertTrue(searcher.timedOut());
          assertTrue(found.size() < all.size() && all.containsAll(found));
          assertTrue(checks > 0 || found.isEmpty());
        });
  }
}
