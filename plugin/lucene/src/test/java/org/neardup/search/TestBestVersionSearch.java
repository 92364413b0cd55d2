// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LongValuesSource;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.internal.record.NearDupFields;

/** One-version search beside a model that looks at all matches. */
public class TestBestVersionSearch extends LuceneTestCase {
  private static final Sort NUMBER_UP =
      new Sort(new SortedNumericSortField("number", SortField.Type.LONG));
  private static final List<Sort> SORTS =
      List.of(
          Sort.RELEVANCE,
          Sort.INDEXORDER,
          NUMBER_UP,
          new Sort(new SortedNumericSortField("number", SortField.Type.LONG, true)),
          new Sort(new SortField("key", SortField.Type.STRING), SortField.FIELD_SCORE),
          new Sort(new SortField("key", SortField.Type.STRING, true)),
          new Sort(new SortField(null, SortField.Type.SCORE, true)),
          new Sort(LongValuesSource.fromLongField("weight").getSortField(true)),
          new Sort(
              DoubleValuesSource.fromLongField("weight").getSortField(false),
              SortField.FIELD_SCORE),
          new Sort(
              new SortField("key", SortField.Type.STRING),
              DoubleValuesSource.SCORES.getSortField(true),
              LongValuesSource.fromLongField("weight").getSortField(false, 5)));

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

  public void testFindsWhatTheModelFinds() throws IOException {
    for (int i = 0; i < atLeast(4); i++) {
      try (Directory directory = newDirectory()) {
        RandomVersions versions = versions(directory);
        versions.add(1 + random().nextInt(400), 1 + random().nextInt(4));
        versions.change(random().nextInt(60));
        try (DirectoryReader reader = DirectoryReader.open(versions.writer())) {
          compare(reader, versions);
          versions.change(random().nextInt(60));
          try (DirectoryReader newer = DirectoryReader.openIfChanged(reader, versions.writer())) {
            if (newer != null) {
              compare(newer, versions);
            }
          }
        }
        versions.writer().close();
      }
    }
  }

  public void testSkipsDocumentsThatCannotBeHits() throws IOException {
    try (Directory directory = newDirectory()) {
      RandomVersions versions = versions(directory);
      versions.add(3000, 2);
      versions.change(50);
      versions.writer().forceMerge(2);
      try (DirectoryReader reader = DirectoryReader.open(versions.writer())) {
        VersionModel model = new VersionModel(reader, versions.live());
        IndexSearcher searcher = searcher(reader);
        int skipping = 0;
        for (int i = 0; i < 30; i++) {
          Query query = i % 2 == 0 ? new TermQuery(new Term("text", word())) : clauses(1);
          Sort sort = i % 3 == 0 ? NUMBER_UP : Sort.RELEVANCE;
          VersionModel.Found expected = model.search(query, sort);
          comparePages(searcher, query, sort, 700, expected);
          skipping += compareSkipping(searcher, query, sort, 1 + i, expected) ? 1 : 0;
        }
        assertTrue("nothing was skipped", skipping > 0);
      }
      versions.writer().close();
    }
  }

  /** Each part has matches of its own, even if there is one segment. */
  public void testFindsWhatEachPartOfASegmentFinds() throws IOException {
    try (Directory directory = newDirectory()) {
      RandomVersions versions = versions(directory);
      versions.add(300, 4);
      versions.writer().forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(versions.writer())) {
        VersionModel model = new VersionModel(reader, versions.live());
        IndexSearcher searcher = searcher(reader, 50, 1, true);
        for (int i = 0; i < 20; i++) {
          Query query = i % 2 == 0 ? clauses(1) : filtered(clauses(1));
          VersionModel.Found expected = model.search(query, Sort.RELEVANCE);
          comparePages(searcher, query, Sort.RELEVANCE, 100, expected);
        }
      }
      versions.writer().close();
    }
  }

  /** Long stretches of visible documents and of hidden ones, which are read one by one. */
  public void testFindsWhatIsInRuns() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = newWriter(directory)) {
      Map<String, RandomVersions.Doc> docs = new HashMap<>();
      for (int batch = 0; batch < 2 + random().nextInt(2); batch++) {
        int groups = 1200 * (batch + 1);
        for (int i = 0; i < 2400; i++) {
          boolean hidden = i >= 1200;
          int group = hidden ? random().nextInt(groups) : i + 1200 * batch;
          RandomVersions.Doc doc = new RandomVersions.Doc(Integer.toString(docs.size()), group);
          doc.hidden = hidden;
          docs.put(doc.id, doc);
          String text = word() + " " + word() + (random().nextBoolean() ? " " + word() : "");
          Document document = versionOf(group, text, hidden);
          document.add(new StringField("id", doc.id, Field.Store.YES));
          document.add(new LongField("number", random().nextInt(10), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      writer.forceMerge(1 + random().nextInt(2));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        VersionModel model = new VersionModel(reader, docs);
        for (int i = 0; i < 10; i++) {
          IndexSearcher searcher = searcher(reader, 3000, 1, random().nextBoolean());
          Query query = i % 2 == 0 ? clauses(1) : filtered(clauses(1));
          VersionModel.Found expected = model.search(query, Sort.RELEVANCE);
          comparePages(searcher, query, Sort.RELEVANCE, 700, expected);
          compareSkipping(searcher, query, Sort.RELEVANCE, 1 + random().nextInt(50), expected);
        }
      }
    }
  }

  /** Where so little matches, what is behind representatives is counted first. */
  public void testFindsLittleInALargeIndex() throws IOException {
    for (int newGroupOneIn : new int[] {3, 60}) { // small groups, and large ones
      try (Directory directory = newDirectory()) {
        RandomVersions versions = versions(directory);
        versions.add(50, newGroupOneIn);
        versions.writer().addDocuments(Collections.nCopies(20_000, new Document()));
        versions.add(50, newGroupOneIn);
        versions.change(20);
        try (DirectoryReader reader = DirectoryReader.open(versions.writer())) {
          VersionModel model = new VersionModel(reader, versions.live());
          IndexSearcher searcher = searcher(reader);
          for (int i = 0; i < 20; i++) {
            Query query = i % 2 == 0 ? term(word()) : filtered(term(word()));
            VersionModel.Found expected = model.search(query, Sort.RELEVANCE);
            comparePages(searcher, query, Sort.RELEVANCE, 1 + random().nextInt(50), expected);
          }
        }
        versions.writer().close();
      }
    }
  }

  private interface Use {
    void of(DirectoryReader reader) throws IOException;
  }

  /** Groups: 0 and its variant 1; 2 and its variants 3 and 4; 5 alone. Each has its own word. */
  private static void withThreeGroups(Use use) throws IOException {
    long[] groups = {1, 1, 2, 2, 2, 3};
    boolean[] hidden = {false, true, false, true, true, false};
    try (Directory directory = newDirectory();
        IndexWriter writer = newWriter(directory)) {
      for (int i = 0; i < groups.length; i++) {
        Document document = new Document();
        String text = "all word" + i + (i == 4 ? " all" : "");
        document.add(new TextField("text", text, Field.Store.NO));
        document.add(new NumericDocValuesField(NearDupFields.GROUP, groups[i]));
        if (hidden[i]) {
          document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
        }
        writer.addDocument(document);
        if (i == 2) {
          writer.flush();
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        use.of(reader);
      }
      writer.deleteDocuments(new Term("text", "word2"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        VersionMap map = VersionMap.of(reader);
        assertEquals("the first variant stands in for what is gone", 3, map.representative(4));
        assertEquals(
            3,
            new BestVersionSearch(new IndexSearcher(reader)).search(term("all"), 9).hits().size());
      }
      for (int i = 0; i < 600; i++) { // so many that matches are found without scoring
        writer.addDocument(new Document());
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(
            603,
            new BestVersionSearch(new IndexSearcher(reader))
                .search(MatchAllDocsQuery.INSTANCE, 1)
                .groups()
                .value());
      }
    }
  }

  private static Query term(String word) {
    return new TermQuery(new Term("text", word));
  }

  public void testAWordOfAHiddenVariantFindsIt() throws IOException {
    withThreeGroups(
        reader -> {
          BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
          BestVersionDocs.Hit found = search.search(term("word3"), 10).hits().getFirst();
          assertEquals(List.of(3, 2, 3, 1), numbers(found));
          assertTrue(found.isHidden());
          BestVersionDocs.Hit all = search.search(term("all"), 10).hits().getFirst();
          assertEquals("not the best-scored 4", List.of(0, 0, 2, 2), numbers(all));
        });
  }

  private static List<Integer> numbers(BestVersionDocs.Hit hit) {
    return List.of(hit.doc().doc, hit.representative(), hit.versions(), hit.matchingVersions());
  }

  public void testAFilterWithoutRepresentativesFindsOneOfEachGroup() throws IOException {
    withThreeGroups(
        reader -> {
          BooleanQuery.Builder query = new BooleanQuery.Builder().add(term("all"), Occur.MUST);
          for (int representative : new int[] {0, 2, 5}) {
            query.add(term("word" + representative), Occur.MUST_NOT);
          }
          BestVersionDocs found =
              new BestVersionSearch(new IndexSearcher(reader)).search(query.build(), 10);
          assertEquals(List.of(4, 1), docs(found.hits()));
          assertEquals(2, found.groups().value());
          assertEquals(3, found.documents().value());
        });
  }

  /** Gives bulk scorers only, as the query of a DrillSideways search does. */
  static final class BulkOnlyQuery extends Query {
    private final Query in;
    private final UnaryOperator<BulkScorer> wrapper;

    BulkOnlyQuery(Query in, UnaryOperator<BulkScorer> wrapper) {
      this.in = in;
      this.wrapper = wrapper;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
        throws IOException {
      return new FilterWeight(this, in.createWeight(searcher, scoreMode, boost)) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
          ScorerSupplier supplier = in.scorerSupplier(leaf);
          return supplier == null ? null : bulkOnly(supplier, wrapper);
        }
      };
    }

    private static ScorerSupplier bulkOnly(
        ScorerSupplier supplier, UnaryOperator<BulkScorer> wrapper) {
      return new ScorerSupplier() {
        @Override
        public Scorer get(long leadCost) {
          throw new UnsupportedOperationException();
        }

        @Override
        public BulkScorer bulkScorer() throws IOException {
          return wrapper.apply(supplier.bulkScorer());
        }

        @Override
        public long cost() {
          return supplier.cost();
        }
      };
    }

    @Override
    public void visit(QueryVisitor visitor) {
      in.visit(visitor);
    }

    @Override
    public String toString(String field) {
      return "bulk only";
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other) && other instanceof BulkOnlyQuery that && in.equals(that.in);
    }

    @Override
    public int hashCode() {
      return 31 * classHash() + in.hashCode();
    }
  }

  public void testAWeightWithoutScorersIsRefusedNamingIt() throws IOException {
    withThreeGroups(
        reader -> {
          BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
          Query all = new BulkOnlyQuery(term("all"), UnaryOperator.identity());
          assertEquals("each representative matches", 3, search.search(all, 9).groups().value());
          Query variant = new BulkOnlyQuery(term("word3"), UnaryOperator.identity());
          IllegalStateException refusal =
              expectThrows(IllegalStateException.class, () -> search.search(variant, 9));
          assertEquals(
              "the weight of a query must make scorers, got that of bulk only",
              refusal.getMessage());
        });
  }

  private static IndexWriter newWriter(Directory directory) throws IOException {
    return new IndexWriter(
        directory, RandomVersions.config(new IndexWriterConfig(new WhitespaceAnalyzer())));
  }

  /**
   * A variant on the first page, whose representative does not match, stands for its group; so the
   * next page must see it again, though Lucene could skip it, or another variant would be shown.
   */
  public void testAGroupOfAnEarlierPageIsNotShownAgain() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = newWriter(directory)) {
      writer.addDocument(numbered("other", 0, false));
      addAlone(writer);
      writer.addDocument(numbered("all", 10, true));
      writer.addDocument(numbered("all", 995, true));
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null); // what is cached is not skipped
        FieldDoc after = new FieldDoc(Integer.MAX_VALUE, Float.NaN, new Object[] {990L});
        for (int threshold : new int[] {1, Integer.MAX_VALUE}) {
          BestVersionDocs page =
              new BestVersionSearch(searcher, threshold)
                  .searchAfter(after, term("all"), 1000, NUMBER_UP);
          assertEquals("20 of each of 9 numbers", 180, page.hits().size());
          assertTrue(page.hits().stream().noneMatch(BestVersionDocs.Hit::isHidden));
        }
      }
    }
  }

  /**
   * If the first document of a text may be skipped, another one of that text must still be seen.
   */
  public void testAnotherOfATextMayComeFirst() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = newWriter(directory)) {
      writer.setLiveCommitData(RandomVersions.commitData(List.of("text")).entrySet());
      writer.addDocument(numbered("other", 0, false));
      addAlone(writer);
      for (long number : new long[] {5000, -1}) {
        Document variant = numbered("all", number, true);
        variant.add(new BinaryDocValuesField(NearDupFields.SKETCH, new BytesRef(new byte[20])));
        writer.addDocument(variant);
      }
      writer.forceMerge(1);
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null); // what is cached is not skipped
        for (int threshold : new int[] {1, Integer.MAX_VALUE}) {
          BestVersionDocs page =
              new BestVersionSearch(searcher, threshold).search(term("all"), 3, NUMBER_UP);
          assertEquals(20_002, page.hits().getFirst().doc().doc);
          assertTrue(page.hits().getFirst().matchingVersions() >= (threshold == 1 ? 1 : 2));
        }
      }
    }
  }

  /** Of 6 documents in 3 groups, whether their number is known before they are collected or not. */
  public void testTheThresholdCountsDocuments() throws IOException {
    withThreeGroups(
        reader -> {
          Query counted =
              new BooleanQuery.Builder()
                  .add(term("all"), Occur.MUST)
                  .add(term("word9"), Occur.SHOULD)
                  .build();
          for (Query query : List.of(term("all"), counted)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            BestVersionDocs exact = new BestVersionSearch(searcher, 6).search(query, 1);
            assertEquals(new TotalHits(3, TotalHits.Relation.EQUAL_TO), exact.groups());
            assertEquals(new TotalHits(6, TotalHits.Relation.EQUAL_TO), exact.documents());
            BestVersionDocs skipping = new BestVersionSearch(searcher, 2).search(query, 1);
            assertEquals(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO, skipping.groups().relation());
            assertTrue(skipping.groups().value() <= 3);
            assertTrue(skipping.documents().value() > 2);
            assertEquals(docs(exact.hits()), docs(skipping.hits()));
          }
        });
  }

  /**
   * Variants that score better than all that is visible: of one the representative matches, too,
   * but is skipped; of the other it does not.
   */
  public void testAVariantIsNotShownWhereItsRepresentativeWasSkipped() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = newWriter(directory)) {
      addAlone(writer);
      writer.addDocument(versionOf(7, "all of many words and more", false));
      writer.addDocument(versionOf(7, "all all", true));
      writer.addDocument(versionOf(8, "other", false));
      writer.addDocument(versionOf(8, "all all", true));
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null); // what is cached is not skipped
        for (int threshold : new int[] {0, 1, 10, 1000, Integer.MAX_VALUE}) {
          BestVersionDocs page = new BestVersionSearch(searcher, threshold).search(term("all"), 3);
          assertEquals(List.of(20_003, 0, 1), docs(page.hits()));
          boolean sawAll = page.groups().relation() == TotalHits.Relation.EQUAL_TO;
          assertEquals(threshold == Integer.MAX_VALUE, sawAll);
          assertTrue(sawAll ? page.groups().value() == 20_002 : page.groups().value() < 2000);
        }
      }
    }
  }

  private static Document versionOf(long group, String text, boolean hidden) {
    Document document = new Document();
    document.add(new TextField("text", text, Field.Store.NO));
    document.add(new NumericDocValuesField(NearDupFields.GROUP, group));
    if (hidden) {
      document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    return document;
  }

  /** The representative, which matches, is in the second segment. */
  public void testAVariantIsNotShownWhereTimeRanOutBeforeItsRepresentative() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = newWriter(directory)) {
      writer.addDocument(numbered("all", 1, true));
      writer.flush();
      writer.addDocument(numbered("all", 2, false));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        for (Sort sort : List.of(Sort.RELEVANCE, NUMBER_UP)) {
          BestVersionDocs late = page(timedSearch(reader, 0, 1), null, term("all"), 10, sort);
          assertEquals("the hidden one was seen", List.of(), late.hits());
          assertEquals(lowerBound(0), late.groups());
          assertEquals("known without looking", lowerBound(2), late.documents());
          BestVersionDocs part = page(timedSearch(reader, 1, 9), null, term("all"), 10, sort);
          assertEquals("the visible one was seen", List.of(1), docs(part.hits()));
          assertEquals(lowerBound(1), part.groups());
          BestVersionDocs whole = page(timedSearch(reader, 9, 9), null, term("all"), 10, sort);
          assertEquals(List.of(1), docs(whole.hits()));
          assertEquals(new TotalHits(1, TotalHits.Relation.EQUAL_TO), whole.groups());
          assertEquals(new TotalHits(2, TotalHits.Relation.EQUAL_TO), whole.documents());
        }
        IndexSearcher searcher = timedSearcher(reader, 1, 9);
        BestVersionDocs inOrder =
            new BestVersionSearch(searcher, 1).search(term("all"), 1, NUMBER_UP);
        assertEquals("segments one after the other", List.of(), docs(inOrder.hits()));
      }
    }
  }

  private static BestVersionSearch timedSearch(DirectoryReader reader, int first, int count) {
    return new BestVersionSearch(timedSearcher(reader, first, count));
  }

  /** Has no time for some parts of segments, from one on. */
  private static IndexSearcher timedSearcher(DirectoryReader reader, int first, int count) {
    IndexSearcher searcher = new IndexSearcher(reader);
    int[] part = {0};
    searcher.setTimeout(
        () -> {
          int now = part[0]++;
          return first <= now && now < first + count;
        });
    return searcher;
  }

  private static TotalHits lowerBound(long count) {
    return new TotalHits(count, TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
  }

  /** So many that Lucene skips from one window of 4096 to another. */
  private static void addAlone(IndexWriter writer) throws IOException {
    for (int i = 0; i < 20_000; i++) {
      Document alone = new Document();
      alone.add(new TextField("text", "all", Field.Store.NO));
      alone.add(new LongField("number", i % 1000, Field.Store.NO));
      writer.addDocument(alone);
    }
  }

  private static Document numbered(String text, long number, boolean hidden) {
    Document document = new Document();
    document.add(new TextField("text", text, Field.Store.NO));
    document.add(new LongField("number", number, Field.Store.NO));
    document.add(new NumericDocValuesField(NearDupFields.GROUP, 7));
    if (hidden) {
      document.add(new NumericDocValuesField(NearDupFields.HIDDEN, 1));
    }
    return document;
  }

  public void testRefusesOtherReaders() throws IOException {
    withThreeGroups(
        reader -> {
          MultiReader several = new MultiReader(reader);
          expectThrows(
              IllegalArgumentException.class,
              () -> new BestVersionSearch(new IndexSearcher(several)));
          expectThrows(
              IllegalArgumentException.class,
              () -> new BestVersionSearch(new IndexSearcher(reader)).search(term("all"), 0));
          expectThrows(
              IllegalArgumentException.class,
              () -> new BestVersionSearch(new IndexSearcher(reader), -1));
        });
  }

  public void testForgetsClosedReaders() throws IOException {
    int cached = VersionMap.cached();
    withThreeGroups(
        reader -> {
          assertSame(VersionMap.of(reader), VersionMap.of(reader));
          assertEquals(cached + 1, VersionMap.cached());
        });
    assertEquals(cached, VersionMap.cached());
  }

  private static RandomVersions versions(Directory directory) throws IOException {
    return new RandomVersions(
        random(),
        directory,
        RandomVersions.config(newIndexWriterConfig(random(), RandomVersions.analyzer())));
  }

  private void compare(DirectoryReader reader, RandomVersions versions) throws IOException {
    VersionModel model = new VersionModel(reader, versions.live());
    IndexSearcher searcher = searcher(reader);
    for (int i = 0; i < 15; i++) {
      Query query = query(2);
      Sort sort = RandomPicks.randomFrom(random(), SORTS);
      int pageSize = 1 + random().nextInt(random().nextBoolean() ? 5 : 300);
      VersionModel.Found expected = model.search(query, sort);
      comparePages(searcher, query, sort, pageSize, expected);
      compareHide(reader, query, sort, expected);
      compareSkipping(searcher, query, sort, pageSize, expected);
    }
  }

  /** Where each group's representative matches, hiding finds the same. */
  private static void compareHide(
      DirectoryReader reader, Query query, Sort sort, VersionModel.Found expected)
      throws IOException {
    if (expected.hits().stream().noneMatch(BestVersionDocs.Hit::isHidden)) {
      IndexSearcher visible = new IndexSearcher(OneVersion.wrap(reader));
      List<Integer> hide =
          Arrays.stream(visible.search(query, 1000, sort).scoreDocs).map(hit -> hit.doc).toList();
      assertEquals(docs(expected.hits()), hide);
    }
  }

  /** On one thread, on several, or with segments in parts. */
  private IndexSearcher searcher(DirectoryReader reader) {
    int way = random().nextInt(3);
    if (way == 0) {
      return new IndexSearcher(reader);
    }
    return searcher(reader, 1 + random().nextInt(50), 1 + random().nextInt(2), way == 2);
  }

  private IndexSearcher searcher(
      DirectoryReader reader, int mostDocs, int mostSegments, boolean inParts) {
    return new IndexSearcher(reader, executor) {
      @Override
      protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
        return slices(leaves, mostDocs, mostSegments, inParts);
      }
    };
  }

  private static void comparePages(
      IndexSearcher searcher, Query query, Sort sort, int pageSize, VersionModel.Found expected)
      throws IOException {
    BestVersionSearch search = new BestVersionSearch(searcher);
    List<BestVersionDocs.Hit> hits = new ArrayList<>();
    BestVersionDocs page = page(search, null, query, pageSize, sort);
    while (!page.hits().isEmpty()) {
      assertEquals(
          new TotalHits(expected.hits().size(), TotalHits.Relation.EQUAL_TO), page.groups());
      assertEquals(
          new TotalHits(expected.documents(), TotalHits.Relation.EQUAL_TO), page.documents());
      hits.addAll(page.hits());
      assertEquals(
          "a page is full unless it is the last",
          Math.min(pageSize, expected.hits().size() - hits.size() + page.hits().size()),
          page.hits().size());
      page = page(search, hits.getLast().doc(), query, pageSize, sort);
    }
    assertHits(query + " by " + sort, expected.hits(), hits, sort);
  }

  private static BestVersionDocs page(
      BestVersionSearch search, ScoreDoc after, Query query, int n, Sort sort) throws IOException {
    if (sort.equals(Sort.RELEVANCE)) {
      return after == null ? search.search(query, n) : search.searchAfter(after, query, n);
    }
    return search.searchAfter((FieldDoc) after, query, n, sort);
  }

  /** The same for each threshold; says whether documents were skipped with any. */
  private static boolean compareSkipping(
      IndexSearcher searcher, Query query, Sort sort, int pageSize, VersionModel.Found expected)
      throws IOException {
    boolean skipped = false;
    for (int threshold : new int[] {0, 1, 10, random().nextInt(400), 1000, Integer.MAX_VALUE}) {
      skipped |= compareSkipping(searcher, query, sort, pageSize, threshold, expected);
    }
    return skipped;
  }

  /**
   * Where documents may be skipped the hits are the same, and totals are lower bounds. Says whether
   * they are.
   */
  private static boolean compareSkipping(
      IndexSearcher searcher,
      Query query,
      Sort sort,
      int pageSize,
      int threshold,
      VersionModel.Found expected)
      throws IOException {
    int start = random().nextInt(expected.hits().size() + 1);
    ScoreDoc after = start == 0 ? null : expected.hits().get(start - 1).doc();
    if (sort.equals(Sort.RELEVANCE) && after != null) {
      after = new ScoreDoc(after.doc, (Float) ((FieldDoc) after).fields[0]);
    }
    BestVersionDocs page =
        page(new BestVersionSearch(searcher, threshold), after, query, pageSize, sort);
    int end = Math.min(expected.hits().size(), start + pageSize);
    List<BestVersionDocs.Hit> hits = expected.hits().subList(start, end);
    assertEquals(page.groups().relation(), page.documents().relation());
    if (page.groups().relation() == TotalHits.Relation.EQUAL_TO) {
      assertEquals(expected.hits().size(), page.groups().value());
      assertEquals(expected.documents(), page.documents().value());
      assertHits(query + " by " + sort, hits, page.hits(), sort);
    } else {
      assertTrue("all of so few are counted", expected.documents() > threshold);
      assertTrue(page.groups().value() <= expected.hits().size());
      assertTrue(page.groups().value() >= page.hits().size());
      assertTrue(page.documents().value() <= expected.documents());
      assertTrue(page.documents().value() >= page.groups().value());
      assertHits(query + " by " + sort, hits, atLeastAsMany(page.hits(), hits), sort);
      return true;
    }
    return false;
  }

  /** Hits with the expected matching versions, of which they may have fewer. */
  private static List<BestVersionDocs.Hit> atLeastAsMany(
      List<BestVersionDocs.Hit> hits, List<BestVersionDocs.Hit> expected) {
    assertEquals(docs(expected), docs(hits));
    List<BestVersionDocs.Hit> completed = new ArrayList<>();
    for (int i = 0; i < hits.size(); i++) {
      BestVersionDocs.Hit hit = hits.get(i);
      int matching = expected.get(i).matchingVersions();
      assertTrue(1 <= hit.matchingVersions() && hit.matchingVersions() <= matching);
      completed.add(
          new BestVersionDocs.Hit(hit.doc(), hit.representative(), hit.versions(), matching));
    }
    return completed;
  }

  private static List<Integer> docs(List<BestVersionDocs.Hit> hits) {
    return hits.stream().map(hit -> hit.doc().doc).toList();
  }

  private static void assertHits(
      String message,
      List<BestVersionDocs.Hit> expected,
      List<BestVersionDocs.Hit> hits,
      Sort sort) {
    assertEquals(message, docs(expected), docs(hits));
    for (int i = 0; i < hits.size(); i++) {
      BestVersionDocs.Hit hit = hits.get(i);
      BestVersionDocs.Hit model = expected.get(i);
      Object[] values = ((FieldDoc) model.doc()).fields;
      if (sort.equals(Sort.RELEVANCE)) {
        assertEquals(message, values[0], hit.doc().score);
      } else {
        assertEquals(message, Arrays.asList(values), Arrays.asList(((FieldDoc) hit.doc()).fields));
      }
      assertEquals(message, model.representative(), hit.representative());
      assertEquals(message, model.versions(), hit.versions());
      assertEquals(message, model.matchingVersions(), hit.matchingVersions());
    }
  }

  private static Query query(int depth) {
    return switch (random().nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> new PhraseQuery(random().nextInt(3), field(), word(), word());
      case 1 ->
          random().nextBoolean()
              ? MatchAllDocsQuery.INSTANCE
              : LongPoint.newRangeQuery("number", 2, 2 + random().nextInt(6));
      case 2 -> new ConstantScoreQuery(new TermQuery(new Term(field(), word())));
      case 3 -> special();
      case 4 -> new TermQuery(new Term(field(), word()));
      default -> random().nextBoolean() ? clauses(depth) : filtered(clauses(depth));
    };
  }

  private static Query special() {
    String field = field();
    return switch (random().nextInt(6)) {
      case 0 -> new PrefixQuery(new Term(field, word()));
      case 1 -> TermRangeQuery.newStringRange(field, word(), "f", true, random().nextBoolean());
      case 2 -> new TermInSetQuery(field, List.of(new BytesRef(word()), new BytesRef(word())));
      case 3 ->
          new SynonymQuery.Builder(field)
              .addTerm(new Term(field, word()), 0.5f)
              .addTerm(new Term(field, word()))
              .build();
      case 4 ->
          new DisjunctionMaxQuery(
              List.of(
                  new TermQuery(new Term("text", word())),
                  new BoostQuery(new TermQuery(new Term("title", word())), 2)),
              0.1f);
      default ->
          new MultiPhraseQuery.Builder()
              .add(new Term[] {new Term(field, word()), new Term(field, word())})
              .add(new Term[] {new Term(field, word())}, 1 + random().nextInt(3))
              .setSlop(random().nextInt(2))
              .build();
    };
  }

  private static String field() {
    return random().nextInt(3) > 0 ? "text" : "title";
  }

  private static Query clauses(int depth) {
    BooleanQuery.Builder clauses = new BooleanQuery.Builder();
    for (int i = 1 + random().nextInt(3); i > 0; i--) {
      clauses.add(query(depth - 1), RandomPicks.randomFrom(random(), Occur.values()));
    }
    return clauses.add(query(depth - 1), Occur.SHOULD).build();
  }

  /** Some filters let no representative through, or only documents of another time. */
  private static Query filtered(Query query) {
    Query filter =
        random().nextBoolean()
            ? new TermQuery(new Term("role", "variant"))
            : new TermQuery(new Term("site", "s" + random().nextInt(4)));
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(filter, Occur.FILTER).build();
  }

  private static String word() {
    return RandomPicks.randomFrom(random(), RandomVersions.WORDS);
  }
}
