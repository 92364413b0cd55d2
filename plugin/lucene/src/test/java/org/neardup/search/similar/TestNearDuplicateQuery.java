// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.Before;
import org.neardup.internal.codec.SketchValuesOnly;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.record.NearDupFields;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.search.OneVersion;
import org.neardup.sketch.Bands;

/** Beside a comparison of all with all. */
public class TestNearDuplicateQuery extends LuceneTestCase {
  /** Bands are used from here on, and miss none. */
  private static final double CERTAIN = 0.85;

  private SketchedCorpus corpus;

  @Override
  @Before
  public void setUp() throws Exception {
    super.setUp();
    corpus = new SketchedCorpus(random(), atLeast(300));
  }

  private interface ReaderCheck {
    void accept(DirectoryReader reader) throws IOException;
  }

  private void withReader(ReaderCheck check) throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = corpus.write(random(), directory);
        DirectoryReader reader = DirectoryReader.open(writer)) {
      check.accept(reader);
    }
  }

  private static Map<Integer, Float> search(IndexSearcher searcher, Query query)
      throws IOException {
    Map<Integer, Float> scores = new TreeMap<>();
    TopDocs found = searcher.search(query, Math.max(1, searcher.getIndexReader().maxDoc()));
    for (ScoreDoc hit : found.scoreDocs) {
      String id = searcher.storedFields().document(hit.doc).get("id");
      assertNull(scores.put(Integer.valueOf(id), hit.score));
    }
    return scores;
  }

  /** Often just what some document has. */
  private double anyMinimum(int number) {
    double some = corpus.estimate(number, random().nextInt(corpus.texts.size()));
    return some > 0 ? some : 0.001 + random().nextDouble() * 0.999;
  }

  public void testScanFindsExactlyWhatResembles() throws IOException {
    withReader(
        plain -> {
          IndexSearcher searcher = newSearcher(new SketchValuesOnly(plain));
          for (int i = 0; i < 30; i++) {
            int number = corpus.anyWithText(random());
            double minimum = anyMinimum(number);
            assertScores(
                number,
                corpus.matching(number, minimum),
                search(searcher, corpus.queryLike(number, minimum)));
          }
        });
  }

  private void assertScores(int number, Set<Integer> expected, Map<Integer, Float> scores) {
    assertEquals(expected, scores.keySet());
    scores.forEach(
        (other, score) -> assertEquals((float) corpus.estimate(number, other), score, 0));
  }

  public void testOnlyTheSameTextScoresOne() throws IOException {
    int number = corpus.anyWithText(random());
    while (SketchValue.elements(corpus.sketches.get(number), 0) < 8) {
      number = corpus.anyWithText(random());
    }
    byte[] unlike = corpus.sketches.get(number).clone();
    unlike[0] ^= 1; // the fingerprint
    int other = corpus.texts.size();
    corpus.add("other", corpus.scopes.get(number), unlike);
    try (Directory directory = newDirectory();
        IndexWriter writer = corpus.writeAll(random(), directory);
        DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexSearcher searcher = newSearcher(reader);
      Query query = corpus.queryLike(number, 1);
      Map<Integer, Float> scores = search(searcher, query);
      assertEquals(1, scores.get(number), 0);
      assertTrue(scores.get(other) < 1);
      assertEquals(
          (float) corpus.parameters.format().packing().estimate(1).value(), scores.get(other), 0);
      ScoreDoc worst = null;
      for (ScoreDoc hit : searcher.search(query, reader.maxDoc()).scoreDocs) {
        assertEquals(hit.score, searcher.explain(query, hit.doc).getValue().floatValue(), 0);
        worst = hit;
      }
      String explained = searcher.explain(query, worst.doc).toString();
      assertTrue(explained, explained.contains("128 of 128 slots agree"));
    }
  }

  public void testBandsMissOnlyWhatSharesNone() throws IOException {
    withReader(
        reader -> {
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 100; i++) {
            int number = corpus.anyWithText(random());
            double minimum = 0.765 + random().nextDouble() * 0.235;
            Set<Integer> missed = corpus.matching(number, minimum);
            Set<Integer> found =
                new TreeSet<>(search(searcher, corpus.queryLike(number, minimum)).keySet());
            assertTrue(missed.containsAll(found));
            missed.removeAll(found);
            for (int other : missed) {
              assertEquals(0, corpus.sharedBands(number, other));
            }
          }
        });
  }

  public void testNothingIsMissedWhereBandsDoNotSuffice() throws IOException {
    double certain = NearDuplicateQuery.certainMinimum(corpus.parameters);
    withReader(
        reader -> {
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 30; i++) {
            int number = corpus.anyWithText(random());
            double low = 0.001 + random().nextDouble() * 0.75;
            double high = certain + random().nextDouble() * (1 - certain);
            for (double minimum : new double[] {low, certain, high}) {
              assertScores(
                  number,
                  corpus.matching(number, minimum),
                  search(searcher, corpus.queryLike(number, minimum)));
            }
            double any = anyMinimum(number);
            assertScores(
                number,
                corpus.matching(number, any),
                search(searcher, corpus.queryLike(number, any).exact()));
          }
        });
  }

  public void testBandsAreUsedWhereTheySuffice() {
    NearDuplicateQuery query = corpus.queryLike(longText(), 0.8);
    assertTrue(query.bandsSuffice(corpus.parameters));
    assertFalse(query.exact().bandsSuffice(corpus.parameters));
    assertFalse(query.withMinimum(0.75).bandsSuffice(corpus.parameters));
    assertTrue(query.withMinimum(0.85).exact().bandsSuffice(corpus.parameters));
  }

  private int longText() {
    int number = corpus.anyWithText(random());
    return corpus.texts.get(number).length() > 200 ? number : longText();
  }

  /** As alike as two sketches can be without a common band. */
  public void testOnlyExactQueriesFindWhatSharesNoBand() throws IOException {
    int number = longText();
    byte[] evasive = corpus.sketches.get(number).clone();
    Bands bands = corpus.parameters.bands();
    for (int band = 0; band < bands.bands(); band++) {
      int slot = band * bands.rows(); // its lowest bit lies in the first plane of its block
      int block = SketchValue.SLOTS_OFFSET + slot / 64 * 8 * corpus.parameters.format().bits();
      evasive[block + slot % 64 / 8] ^= (byte) (1 << slot % 8);
    }
    int other = corpus.texts.size();
    corpus.add("", null, evasive);
    assertEquals(0, corpus.sharedBands(number, other));
    double estimate = corpus.estimate(number, other);
    assertTrue(estimate < NearDuplicateQuery.certainMinimum(corpus.parameters));
    assertTrue(estimate + 1.0 / 127 > NearDuplicateQuery.certainMinimum(corpus.parameters));
    try (Directory directory = newDirectory();
        IndexWriter writer = corpus.writeAll(random(), directory);
        DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexSearcher searcher = newSearcher(reader);
      NearDuplicateQuery query = corpus.queryLike(number, 0.8);
      assertEquals(corpus.matching(number, 0.8), search(searcher, query.exact()).keySet());
      int all = corpus.texts.size();
      TopDocs found = MostSimilar.search(searcher, query, null, all);
      assertEquals(corpus.matching(number, 0.8).size(), found.scoreDocs.length);
    }
  }

  public void testOfDocumentAndOfText() throws IOException {
    withReader(
        reader -> {
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 20; i++) {
            int number = random().nextInt(corpus.texts.size());
            double minimum = anyMinimum(number);
            Query ofDocument = NearDuplicateQuery.ofDocument(new Term("id", "" + number), minimum);
            assertEquals(ofDocument, NearDuplicateQuery.ofDocument("" + number, minimum));
            Query ofText =
                NearDuplicateQuery.ofText(
                    corpus.sketcher, corpus.texts.get(number), corpus.scopes.get(number), minimum);
            Map<Integer, Float> expected =
                corpus.sketches.get(number) == null
                    ? new TreeMap<>()
                    : search(searcher, corpus.queryLike(number, minimum));
            assertEquals(expected, search(searcher, ofText));
            boolean there = !corpus.deleted.contains(number);
            assertEquals(there ? expected : new TreeMap<>(), search(searcher, ofDocument));
          }
          assertEquals(
              0, searcher.count(NearDuplicateQuery.ofDocument(new Term("id", "none"), 0.5)));
          for (int number : corpus.deleted) {
            Term id = new Term("id", "" + number);
            assertEquals(0, searcher.count(NearDuplicateQuery.ofDocument(id, 0.5)));
          }
        });
  }

  public void testHiddenDocumentsAreFoundByIdOnly() throws IOException {
    withReader(
        reader -> {
          IndexSearcher searcher = new IndexSearcher(OneVersion.wrap(reader));
          for (int number : corpus.where(n -> corpus.sketches.get(n) != null)) {
            Set<Integer> expected = corpus.matching(number, 0.5);
            expected.removeAll(corpus.hidden);
            Query query = NearDuplicateQuery.ofDocument(new Term("id", "" + number), 0.5);
            assertEquals(expected, search(searcher, query).keySet());
          }
        });
  }

  public void testBoostMultipliesTheScore() throws IOException {
    withReader(
        reader -> {
          IndexSearcher searcher = newSearcher(reader);
          int number = corpus.anyWithText(random());
          Query query = corpus.queryLike(number, 0.5);
          Map<Integer, Float> expected = search(searcher, query);
          expected.replaceAll((other, score) -> score * 3);
          assertEquals(expected, search(searcher, new BoostQuery(query, 3)));
        });
  }

  /** Without deletions, as QueryUtils takes a segment's live documents for another's. */
  public void testKeepsTheContractsOfQueries() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = corpus.writeAll(random(), directory);
        DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexSearcher searcher = newSearcher(reader);
      for (int i = 0; i < 3; i++) {
        int number = corpus.anyWithText(random());
        NearDuplicateQuery query = corpus.queryLike(number, anyMinimum(number));
        QueryUtils.check(random(), query, searcher);
        QueryUtils.check(random(), query.exact(), searcher);
      }
      Term id = new Term("id", "" + corpus.anyWithText(random()));
      QueryUtils.check(random(), NearDuplicateQuery.ofDocument(id, 0.3), searcher);
    }
  }

  public void testEqualQueriesAreEqual() {
    int number = corpus.anyWithText(random());
    byte[] sketch = corpus.sketches.get(number);
    NearDuplicateQuery query = corpus.queryLike(number, 0.5);
    QueryUtils.checkEqual(
        query,
        new NearDuplicateQuery(
            NearDupFields.SKETCH, corpus.parameters.format(), sketch.clone(), 0.5));
    QueryUtils.checkUnequal(query, query.exact());
    QueryUtils.checkUnequal(query, query.withMinimum(0.6));
    QueryUtils.checkUnequal(
        query, new NearDuplicateQuery("other", corpus.parameters.format(), sketch, 0.5));
    byte[] other = sketch.clone();
    other[other.length - 1] ^= 1;
    QueryUtils.checkUnequal(
        query,
        new NearDuplicateQuery(NearDupFields.SKETCH, corpus.parameters.format(), other, 0.5));
    Term id = new Term("id", "1");
    QueryUtils.checkEqual(
        NearDuplicateQuery.ofDocument(id, 0.5), NearDuplicateQuery.ofDocument(id, 0.5));
    QueryUtils.checkUnequal(
        NearDuplicateQuery.ofDocument(id, 0.5), NearDuplicateQuery.ofDocument(id, 0.6));
    QueryUtils.checkUnequal(
        NearDuplicateQuery.ofDocument(id, 0.5),
        NearDuplicateQuery.ofDocument(new Term("id", "2"), 0.5));
  }

  public void testInsideOtherQueries() throws IOException {
    withReader(
        reader -> {
          IndexSearcher searcher = newSearcher(reader);
          for (int i = 0; i < 60; i++) {
            Combined combined = combined(3);
            assertEquals(
                combined.query.toString(),
                combined.matching,
                search(searcher, combined.query).keySet());
          }
        });
  }

  private record Combined(Query query, Set<Integer> matching) {}

  private Combined combined(int depth) {
    if (depth == 0 || random().nextInt(4) == 0) {
      return random().nextBoolean() ? tagged() : similar();
    }
    Combined a = combined(depth - 1);
    Combined b = combined(depth - 1);
    Set<Integer> matching = new TreeSet<>(a.matching);
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    switch (random().nextInt(3)) {
      case 0 -> {
        query.add(a.query, Occur.SHOULD).add(b.query, Occur.SHOULD);
        matching.addAll(b.matching);
      }
      case 1 -> {
        query.add(a.query, Occur.MUST);
        query.add(b.query, random().nextBoolean() ? Occur.MUST : Occur.FILTER);
        matching.retainAll(b.matching);
      }
      default -> {
        query.add(a.query, Occur.MUST).add(b.query, Occur.MUST_NOT);
        matching.removeAll(b.matching);
      }
    }
    return new Combined(query.build(), matching);
  }

  private Combined tagged() {
    String tag = SketchedCorpus.TAGS[random().nextInt(SketchedCorpus.TAGS.length)];
    return new Combined(
        new TermQuery(new Term("tag", tag)), corpus.where(n -> corpus.tags.get(n).equals(tag)));
  }

  private Combined similar() {
    int number = corpus.anyWithText(random());
    double minimum = anyMinimum(number);
    return new Combined(
        corpus.queryLike(number, minimum).exact(), corpus.matching(number, minimum));
  }

  public void testCachedWhateverTheReaderHides() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = corpus.write(random(), directory)) {
      LRUQueryCache cache = new LRUQueryCache(1000, 1 << 24, context -> true, Float.MAX_VALUE);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        for (int number : corpus.where(n -> corpus.sketches.get(n) != null)) {
          Set<Integer> all = corpus.matching(number, CERTAIN);
          Set<Integer> visible = new TreeSet<>(all);
          visible.removeAll(corpus.hidden);
          Query query = new ConstantScoreQuery(corpus.queryLike(number, CERTAIN));
          assertEquals(visible, search(cached(OneVersion.wrap(reader), cache), query).keySet());
          assertEquals(all, search(cached(reader, cache), query).keySet());
          assertEquals(visible, search(cached(OneVersion.wrap(reader), cache), query).keySet());
        }
      }
    }
  }

  public void testCachedDocumentsMayBeDeleted() throws IOException {
    corpus.hidden.clear();
    int number = corpus.anyWithText(random());
    Query query = new ConstantScoreQuery(corpus.queryLike(number, CERTAIN));
    LRUQueryCache cache = new LRUQueryCache(1000, 1 << 24, context -> true, Float.MAX_VALUE);
    try (Directory directory = newDirectory();
        IndexWriter writer = corpus.write(random(), directory)) {
      for (int round = 0; round < 3; round++) {
        Set<Integer> matching = corpus.matching(number, CERTAIN);
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          assertEquals(matching, search(cached(reader, cache), query).keySet());
          assertEquals(matching, search(cached(reader, cache), query).keySet());
        }
        for (int other : matching) {
          if (random().nextBoolean()) {
            corpus.delete(writer, other);
          }
        }
      }
      assertTrue(cache.getHitCount() > 0);
    }
  }

  private static IndexSearcher cached(IndexReader reader, LRUQueryCache cache) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(cache);
    searcher.setQueryCachingPolicy(
        new QueryCachingPolicy() {
          @Override
          public void onUse(Query query) {}

          @Override
          public boolean shouldCache(Query query) {
            return true;
          }
        });
    return searcher;
  }

  public void testSketchesOfAnotherFormatAreRefusedNamingBoth() throws IOException {
    SketchFormat format = corpus.parameters.format();
    SketchFormat other =
        new SketchFormat(
            format.algorithm(), format.slots(), format.bits(), format.seedId() + 1, "other");
    NearDuplicateQuery query =
        new NearDuplicateQuery(NearDupFields.SKETCH, other, corpus.sketches.get(longText()), 0.5);
    withReader(
        reader -> {
          IllegalArgumentException refused =
              expectThrows(
                  IllegalArgumentException.class, () -> new IndexSearcher(reader).count(query));
          assertTrue(refused.getMessage(), refused.getMessage().contains(hex(format)));
          assertTrue(refused.getMessage(), refused.getMessage().contains(hex(other)));
        });
  }

  private static String hex(SketchFormat format) {
    return Long.toHexString(format.seedId());
  }

  public void testWrongArgumentsAreRefused() {
    SketchFormat format = corpus.parameters.format();
    byte[] sketch = corpus.sketches.get(longText());
    for (double minimum : new double[] {0, -1, 1.01, Double.NaN}) {
      String message =
          expectThrows(
                  IllegalArgumentException.class,
                  () -> new NearDuplicateQuery("f", format, sketch, minimum))
              .getMessage();
      assertEquals("minimum resemblance must be above 0 and at most 1, got " + minimum, message);
      expectThrows(
          IllegalArgumentException.class,
          () -> NearDuplicateQuery.ofDocument(new Term("id", "1"), minimum));
      expectThrows(
          IllegalArgumentException.class,
          () -> NearDuplicateQuery.ofText(corpus.sketcher, "", null, minimum));
    }
    assertEquals(
        "sketch must have 140 bytes, and 8 for each guard, got 3",
        expectThrows(
                IllegalArgumentException.class,
                () -> new NearDuplicateQuery("f", format, new byte[3], 0.5))
            .getMessage());
  }

  public void testMostSimilarAreTheBestOfAll() throws IOException {
    withReader(
        plain -> {
          IndexSearcher searcher =
              newSearcher(random().nextBoolean() ? plain : new SketchValuesOnly(plain));
          for (int i = 0; i < 40; i++) {
            int number = corpus.anyWithText(random());
            int count = 1 + random().nextInt(20);
            Combined filter = random().nextBoolean() ? tagged() : null;
            Query query = corpus.queryLike(number, 0.01);
            TopDocs expected = searcher.search(filtered(query, filter), count);
            TopDocs found =
                MostSimilar.search(searcher, query, filter == null ? null : filter.query, count);
            assertEquals(expected.scoreDocs.length, found.scoreDocs.length);
            for (int rank = 0; rank < expected.scoreDocs.length; rank++) {
              assertEquals(expected.scoreDocs[rank].doc, found.scoreDocs[rank].doc);
              assertEquals(expected.scoreDocs[rank].score, found.scoreDocs[rank].score, 0);
            }
          }
        });
  }

  private static Query filtered(Query query, Combined filter) {
    BooleanQuery.Builder both = new BooleanQuery.Builder().add(query, Occur.MUST);
    return filter == null ? query : both.add(filter.query, Occur.FILTER).build();
  }

  public void testMostSimilarToAnUnknownDocument() throws IOException {
    withReader(
        reader -> {
          Query query = NearDuplicateQuery.ofDocument(new Term("id", "none"), 0.1);
          assertEquals(0, MostSimilar.search(newSearcher(reader), query, null, 3).scoreDocs.length);
        });
  }

  /** It would pass by the filter, and miss what bands miss. */
  public void testMostSimilarTakesNoOtherQuery() throws IOException {
    withReader(
        reader -> {
          Query all = MatchAllDocsQuery.INSTANCE;
          for (Query query : List.of(all, new BoostQuery(all, 2))) {
            assertEquals(
                "query must be one of NearDuplicateQuery, got " + query,
                expectThrows(
                        IllegalArgumentException.class,
                        () -> MostSimilar.search(newSearcher(reader), query, null, 3))
                    .getMessage());
          }
        });
  }
}
