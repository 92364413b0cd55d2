// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Version;
import org.junit.Test;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.IndexCheck;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.Versions;
import org.neardup.search.similar.MostSimilar;
import org.neardup.search.similar.NearDuplicateQuery;

/**
 * Collapses, and searches in every way there is, with whatever Lucene is on the class path. Not a
 * LuceneTestCase, so that the profile {@code lucene-versions} can run it on versions other than the
 * one that all is compiled with.
 */
public class TestSearchRoundTrip {
  private static final CollapseConfig CONFIG = CollapseConfig.defaults();
  private static final int GROUPS = 40;
  private static final int VERSIONS = 3;
  private static final Query ALL = new TermQuery(new Term("text", "common"));

  @Test
  public void testVersionIsTheOneAskedFor() {
    String expected = System.getProperty("tests.lucene.version", Version.LATEST.toString());
    assertEquals(expected, Version.LATEST.toString());
  }

  @Test
  public void testSearches() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (CollapsingIndexWriter writer = open(directory)) {
        for (int version = 0; version < VERSIONS; version++) {
          for (int group = 0; group < GROUPS; group++) {
            writer.updateDocument(document(group, version));
          }
          writer.flush();
        }
        assertEquals(GROUPS, writer.statistics().arrived().visible());
      }
      searchAll(directory, 0);
      try (CollapsingIndexWriter writer = open(directory)) {
        for (int group = 0; group < GROUPS; group++) {
          assertEquals(1, writer.deleteDocuments(id(group, 0)));
        }
      }
      searchAll(directory, 1);
      try (CollapsingIndexWriter writer = open(directory)) {
        writer.forceMerge(1);
      }
      searchAll(directory, 1);
      assertTrue(
          IndexCheck.check(directory, CONFIG, new StandardAnalyzer(), IndexCheck.ALL_TEXTS)
              .isSound());
    }
  }

  private static CollapsingIndexWriter open(Directory directory) throws IOException {
    return CollapsingIndexWriter.open(
        directory, CONFIG, new IndexWriterConfig(new StandardAnalyzer()));
  }

  private static String id(int group, int version) {
    return group + "-" + version;
  }

  private static Document document(int group, int version) {
    Document document = new Document();
    document.add(new StringField("id", id(group, version), Field.Store.YES));
    document.add(new LongField("number", group, Field.Store.NO));
    document.add(new TextField("text", text(group, version), Field.Store.YES));
    return document;
  }

  /** A word of the version's own, and a hundred of the group. */
  private static String text(int group, int version) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "w" + group + "x" + i)
        .collect(Collectors.joining(" ", "common ", " v" + version));
  }

  /**
   * Searches in every way.
   *
   * @param first the versions before it are gone, and it is visible
   */
  private static void searchAll(Directory directory, int first) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      assertEquals(documents(first), searcher.count(ALL));
      assertHides(reader, first);
      assertShowsOneVersion(searcher, first);
      assertFindsNearDuplicates(searcher, first);
      assertExplains(reader, first);
    }
  }

  private static int documents(int first) {
    return (VERSIONS - first) * GROUPS;
  }

  private static void assertHides(DirectoryReader reader, int first) throws IOException {
    DirectoryReader visible = OneVersion.wrap(reader);
    IndexSearcher searcher = new IndexSearcher(visible);
    assertEquals(GROUPS, visible.numDocs());
    assertEquals(GROUPS, searcher.count(new FieldExistsQuery("number")));
    assertEquals(GROUPS, searcher.count(ALL));
    assertEquals(GROUPS, searcher.count(new TermQuery(new Term("text", "v" + first))));
    assertEquals(0, searcher.count(new TermQuery(new Term("text", "v2"))));
  }

  private static void assertShowsOneVersion(IndexSearcher searcher, int first) throws IOException {
    BestVersionSearch search = new BestVersionSearch(searcher);
    BestVersionDocs byScore = search.search(ALL, 10);
    assertEquals(GROUPS, byScore.groups().value());
    assertEquals(documents(first), byScore.documents().value());
    assertTrue(byScore.hits().stream().noneMatch(BestVersionDocs.Hit::isHidden));
    BestVersionDocs hidden = search.search(new TermQuery(new Term("text", "v2")), GROUPS);
    assertEquals(GROUPS, hidden.hits().size());
    assertTrue(hidden.hits().stream().allMatch(BestVersionDocs.Hit::isHidden));
    Sort sort = new Sort(new SortedNumericSortField("number", SortField.Type.LONG, true));
    BestVersionDocs page = search.search(ALL, 15, sort);
    page = search.searchAfter((FieldDoc) page.hits().getLast().doc(), ALL, 15, sort);
    assertEquals(
        IntStream.range(0, 15).mapToObj(i -> id(GROUPS - 16 - i, first)).toList(),
        ids(searcher, page.hits().stream().map(BestVersionDocs.Hit::doc).toList()));
  }

  private static List<String> ids(IndexSearcher searcher, List<ScoreDoc> docs) throws IOException {
    List<String> ids = new ArrayList<>();
    for (ScoreDoc doc : docs) {
      ids.add(searcher.storedFields().document(doc.doc).get("id"));
    }
    return ids;
  }

  private static void assertFindsNearDuplicates(IndexSearcher searcher, int first)
      throws IOException {
    List<String> expected =
        IntStream.range(first, VERSIONS).mapToObj(version -> id(7, version)).toList();
    Query like = NearDuplicateQuery.ofDocument(new Term("id", id(7, 2)), 0.8);
    Query likeText =
        NearDuplicateQuery.ofText(
            CONFIG.textSketcher(new StandardAnalyzer()), text(7, 9), null, 0.3);
    for (Query query : List.of(like, likeText)) {
      List<ScoreDoc> found = Arrays.asList(searcher.search(query, 100).scoreDocs);
      assertEquals(expected, ids(searcher, found).stream().sorted().toList());
    }
    assertEquals(
        id(7, 2),
        ids(searcher, List.of(MostSimilar.search(searcher, like, null, 1).scoreDocs)).getFirst());
  }

  private static void assertExplains(DirectoryReader reader, int first) throws IOException {
    Explainer explainer = Explainer.of(reader, CONFIG, new StandardAnalyzer());
    int doc = explainer.find(id(3, 2)).orElseThrow();
    Versions versions = explainer.versions(doc, null, 10);
    assertEquals(id(3, first), versions.representative());
    assertEquals(VERSIONS - first, versions.total());
    Comparison comparison = explainer.compare(explainer.find(id(3, first)).orElseThrow(), doc);
    assertTrue(comparison.decision().nearDuplicates());
    assertEquals(1, comparison.difference().passages().size());
  }
}
