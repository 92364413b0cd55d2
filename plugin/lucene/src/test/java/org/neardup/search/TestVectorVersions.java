// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnByteVectorQuery;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;

/** The k neighbours of a vector query are k versions. */
public class TestVectorVersions extends LuceneTestCase {
  private static final int DIMENSIONS = 8;
  private static final int K = 10;

  private static final class Quantized extends FilterCodec {
    Quantized() {
      super("Lucene104", new Lucene104Codec());
    }

    @Override
    public KnnVectorsFormat knnVectorsFormat() {
      return new Lucene104HnswScalarQuantizedVectorsFormat();
    }
  }

  private static float[] floats() {
    float[] vector = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = random().nextFloat() - 0.5f;
    }
    vector[0] += 2; // no null vector
    return vector;
  }

  private static byte[] bytes(float[] vector) {
    byte[] bytes = new byte[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      bytes[i] = (byte) (40 * vector[i]);
    }
    return bytes;
  }

  private interface Check {
    void accept(DirectoryReader reader) throws IOException;
  }

  /** 40 groups of up to 12 documents with nearly the same vector, most of which have it. */
  private void check(Codec codec, Check check) throws IOException {
    IndexWriterConfig config =
        newIndexWriterConfig(random(), new WhitespaceAnalyzer()).setCodec(codec);
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CollapseConfig.defaults(), config)) {
      int number = 0;
      for (int group = 0; group < 40; group++) {
        float[] vector = floats();
        for (int i = random().nextInt(12); i >= 0; i--) {
          Document document = new Document();
          document.add(new StringField("id", "d" + number++, Store.YES));
          document.add(new TextField("text", text(group), Store.YES));
          document.add(new StringField("site", "s" + random().nextInt(3), Store.YES));
          vector[1] += 0.001f * random().nextFloat();
          if (random().nextInt(5) > 0) {
            document.add(new KnnFloatVectorField("floats", vector.clone()));
            document.add(new KnnByteVectorField("bytes", bytes(vector)));
          }
          writer.updateDocument(document);
        }
        if (random().nextInt(10) == 0) {
          writer.flush();
          writer.deleteDocuments("d" + random().nextInt(number));
        }
      }
      try (DirectoryReader reader = writer.openReader()) {
        check.accept(reader);
      }
    }
  }

  private static String text(int group) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      text.append(String.format(Locale.ROOT, "w%d_%d ", group, i));
    }
    return text + "all";
  }

  private static Query knn(boolean areFloats, Query filter) {
    return areFloats
        ? new KnnFloatVectorQuery("floats", floats(), K, filter)
        : new KnnByteVectorQuery("bytes", bytes(floats()), K, filter);
  }

  private static Query site(int number) {
    return new TermQuery(new Term("site", "s" + number));
  }

  private static void assertVersions(DirectoryReader reader, Query query, int number, Query filter)
      throws IOException {
    IndexSearcher searcher = newSearcher(reader, false);
    RecordedGroups groups = new RecordedGroups(reader);
    BestVersionDocs found = new BestVersionSearch(searcher).search(query, 100);
    Set<Long> shown = new HashSet<>();
    for (BestVersionDocs.Hit hit : found.hits()) {
      assertTrue(shown.add(groups.group(hit.doc().doc)));
      if (filter != null) {
        assertTrue(searcher.explain(filter, hit.doc().doc).isMatch());
      }
    }
    assertEquals(query.toString(), number, found.hits().size());
  }

  /** How many groups have a document with a vector that passes a filter. */
  private static int groups(DirectoryReader reader, Query filter) throws IOException {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    all.add(new org.apache.lucene.search.FieldExistsQuery("floats"), Occur.MUST);
    if (filter != null) {
      all.add(filter, Occur.FILTER);
    }
    RecordedGroups groups = new RecordedGroups(reader);
    Set<Long> found = new HashSet<>();
    for (ScoreDoc hit : newSearcher(reader, false).search(all.build(), 1000).scoreDocs) {
      found.add(groups.group(hit.doc));
    }
    return found.size();
  }

  public void testKHitsAreKVersions() throws IOException {
    for (Codec codec : List.of(new Lucene104Codec(), new Quantized())) {
      check(
          codec,
          reader -> {
            for (boolean areFloats : List.of(true, false)) {
              int all = Math.min(K, groups(reader, null));
              assertVersions(reader, knn(areFloats, null), all, null);
              int ofSite = Math.min(K, groups(reader, site(1)));
              assertVersions(reader, knn(areFloats, site(1)), ofSite, site(1));
              assertVersions(
                  reader, both(knn(areFloats, null), Occur.FILTER, site(1)), ofSite, site(1));
              BooleanQuery.Builder others = new BooleanQuery.Builder();
              others.add(site(0), Occur.SHOULD).add(site(2), Occur.SHOULD);
              int ofOthers = Math.min(K, groups(reader, others.build()));
              assertVersions(
                  reader,
                  both(knn(areFloats, null), Occur.MUST_NOT, site(1)),
                  ofOthers,
                  others.build());
              assertWrapped(reader, knn(areFloats, null), all);
              assertHybrid(reader, areFloats, all);
              assertHiding(reader, areFloats);
            }
          });
    }
  }

  private static Query both(Query query, Occur occur, Query other) {
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(other, occur).build();
  }

  private static void assertWrapped(DirectoryReader reader, Query knn, int all) throws IOException {
    assertVersions(reader, new BoostQuery(knn, 2), all, null);
    assertVersions(reader, new ConstantScoreQuery(knn), all, null);
    Query none = new MatchNoDocsQuery("none");
    assertVersions(reader, new DisjunctionMaxQuery(List.of(knn, none), 0.1f), all, null);
    BestVersionSearch counting = new BestVersionSearch(newSearcher(reader, false), 1);
    assertEquals(all, counting.search(knn, 100).hits().size());
    Sort byScore = new Sort(SortField.FIELD_SCORE, SortField.FIELD_DOC);
    assertEquals(all, counting.search(knn, 100, byScore).hits().size());
  }

  /** Beside a word, the vector query still finds k versions. */
  private static void assertHybrid(DirectoryReader reader, boolean areFloats, int all)
      throws IOException {
    Query word = new TermQuery(new Term("text", "w3_5"));
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    either.add(word, Occur.SHOULD).add(knn(areFloats, null), Occur.SHOULD);
    int found =
        new BestVersionSearch(newSearcher(reader, false)).search(either.build(), 100).hits().size();
    assertTrue(found == all || found == all + 1);
  }

  private static void assertHiding(DirectoryReader reader, boolean areFloats) throws IOException {
    // Not closed, as that would close the reader.
    DirectoryReader visible = OneVersion.wrap(reader);
    TopDocs found = new OneVersionSearcher(reader).search(knn(areFloats, null), 100);
    TopDocs plain = new IndexSearcher(visible).search(knn(areFloats, null), 100);
    assertEquals(plain.scoreDocs.length, found.scoreDocs.length);
    RecordedGroups groups = new RecordedGroups(reader);
    Set<Long> shown = new HashSet<>();
    for (ScoreDoc hit : found.scoreDocs) {
      assertFalse(groups.isHidden(hit.doc));
      assertTrue(shown.add(groups.group(hit.doc)));
    }
    int having = 0;
    for (var leaf : visible.leaves()) {
      var values = leaf.reader().getFloatVectorValues("floats");
      var live = leaf.reader().getLiveDocs();
      for (int i = 0; values != null && i < values.size(); i++) {
        having += live == null || live.get(values.ordToDoc(i)) ? 1 : 0;
      }
    }
    assertEquals(Math.min(K, having), found.scoreDocs.length);
  }

  /** The nearest of a group is shown by its representative; a query without vectors is the same. */
  public void testOtherQueriesAreLeftAlone() throws IOException {
    check(
        new Lucene104Codec(),
        reader -> {
          VectorVersions versions =
              new VectorVersions(VersionMap.of(reader), new IndexSearcher(reader));
          List<Query> queries = new ArrayList<>(Arrays.asList(site(1), new BoostQuery(site(1), 2)));
          queries.add(new ConstantScoreQuery(site(2)));
          queries.add(new DisjunctionMaxQuery(List.of(site(0), site(1)), 0));
          queries.add(both(site(1), Occur.SHOULD, site(2)));
          for (Query query : queries) {
            assertSame(query, versions.in(query));
          }
          Query knn = knn(true, site(1));
          assertNotEquals(knn, versions.in(knn));
        });
  }
}
