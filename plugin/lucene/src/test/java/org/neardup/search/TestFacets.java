// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.facet.DrillDownQuery;
import org.apache.lucene.facet.DrillSideways;
import org.apache.lucene.facet.Facets;
import org.apache.lucene.facet.FacetsCollector;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.LabelAndValue;
import org.apache.lucene.facet.StringDocValuesReaderState;
import org.apache.lucene.facet.StringValueFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.AssertingDirectoryReader;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitDocIdSet;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;

/** Lucene's own facets count each version once, beside counts of one document after the other. */
public class TestFacets extends LuceneTestCase {
  private static final GroupFacets.Counts NONE = new GroupFacets.Counts(0, new TreeMap<>());

  private static final String FIELD = "key";
  private static final int ALL = 10_000;

  private Directory directory;
  private RandomVersions versions;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    versions =
        new RandomVersions(
            random(),
            directory,
            RandomVersions.config(newIndexWriterConfig(random(), RandomVersions.analyzer())));
    versions.add(300, 3);
    versions.change(80);
    reader = DirectoryReader.open(versions.writer());
  }

  @Override
  public void tearDown() throws Exception {
    versions.writer().close();
    reader.close();
    directory.close();
    super.tearDown();
  }

  private static List<Query> queries() {
    List<Query> queries = new ArrayList<>(List.of(MatchAllDocsQuery.INSTANCE));
    for (String word : RandomVersions.WORDS) {
      queries.add(new TermQuery(new Term("text", word)));
    }
    queries.add(new TermQuery(new Term("role", "variant")));
    return queries;
  }

  private static String first(String value) {
    return value.substring(0, 1);
  }

  /** Beside a set of groups for each value of the documents that match. */
  public void testByGroup() throws IOException {
    IndexSearcher searcher = newSearcher(reader, true, true, random().nextBoolean());
    RecordedGroups groups = new RecordedGroups(reader);
    Map<String, RandomVersions.Doc> live = versions.live();
    int fewer = 0;
    for (Query query : queries()) {
      Map<String, Set<Long>> expected = new TreeMap<>();
      ScoreDoc[] hits = new IndexSearcher(reader).search(query, ALL).scoreDocs;
      Arrays.sort(hits, Comparator.comparingInt(hit -> hit.doc));
      SortedDocValues values = MultiDocValues.getSortedValues(reader, FIELD);
      for (ScoreDoc hit : hits) {
        if (values.advanceExact(hit.doc)) {
          expected
              .computeIfAbsent(
                  values.lookupOrd(values.ordValue()).utf8ToString(), any -> new TreeSet<>())
              .add(live.get(reader.storedFields().document(hit.doc).get("id")).group);
        }
      }
      Map<String, Integer> counts = new TreeMap<>();
      expected.forEach((value, ofValue) -> counts.put(value, ofValue.size()));
      GroupFacets.Counts found = searcher.search(query, GroupFacets.recorded(reader, FIELD));
      assertEquals(counts, new TreeMap<>(found.byValue()));
      assertOrdered(found.byValue());
      Set<Long> any = new TreeSet<>();
      expected.values().forEach(any::addAll);
      assertEquals(any.size(), found.groups());
      assertEquals(found, searcher.search(query, GroupFacets.of(reader, groups, FIELD)));
      counts.clear();
      Map<String, Set<Long>> byLetter = new TreeMap<>();
      expected.forEach(
          (value, ofValue) ->
              byLetter.computeIfAbsent(first(value), first -> new TreeSet<>()).addAll(ofValue));
      byLetter.forEach((letter, ofLetter) -> counts.put(letter, ofLetter.size()));
      assertEquals(
          counts,
          new TreeMap<>(
              searcher
                  .search(
                      query, GroupFacets.recorded(reader, FIELD, TestFacets::first, doc -> true))
                  .byValue()));
      assertEquals(
          NONE,
          searcher.search(query, GroupFacets.recorded(reader, FIELD, value -> null, doc -> true)));
      assertEquals(
          NONE,
          searcher.search(
              query, GroupFacets.recorded(reader, FIELD, value -> value, doc -> false)));
      fewer += hits.length - found.byValue().values().stream().mapToInt(count -> count).sum();
    }
    assertTrue("each document is a group", fewer > 0);
  }

  /** The most first, then by name. */
  private static void assertOrdered(Map<String, Integer> found) {
    List<Map.Entry<String, Integer>> entries = List.copyOf(found.entrySet());
    for (int i = 1; i < entries.size(); i++) {
      int more = entries.get(i - 1).getValue() - entries.get(i).getValue();
      String before = entries.get(i - 1).getKey();
      assertTrue(more > 0 || (more == 0 && before.compareTo(entries.get(i).getKey()) < 0));
    }
  }

  public void testRefusesWhatWouldCountWrong() throws IOException {
    DirectoryReader visible = OneVersion.wrap(reader);
    for (DirectoryReader view : List.of(visible, new AssertingDirectoryReader(visible))) {
      assertRefused(
          "reader must show hidden documents, got one of OneVersion.wrap; keep the reader that was"
              + " wrapped, and pass that",
          () -> GroupFacets.recorded(view, FIELD));
      expectThrows(
          IllegalArgumentException.class,
          () -> GroupFacets.of(view, new RecordedGroups(reader), FIELD));
    }
    assertRefused(
        "field must have sorted or sorted-set doc values, as [key] have, got kye, which no document"
            + " has",
        () -> GroupFacets.recorded(reader, "kye"));
    assertRefused(
        "field must have sorted or sorted-set doc values, as [key] have, got text with NONE",
        () -> GroupFacets.of(reader, new RecordedGroups(reader), "text"));
    try (Directory empty = newDirectory()) {
      new IndexWriter(empty, newIndexWriterConfig()).close();
      try (DirectoryReader none = DirectoryReader.open(empty)) {
        assertEquals(
            NONE,
            new IndexSearcher(none)
                .search(MatchAllDocsQuery.INSTANCE, GroupFacets.recorded(none, FIELD)));
      }
    }
  }

  public void testRefusesToCountForAnotherReader() throws IOException {
    try (Directory other = newDirectory();
        IndexWriter writer = new IndexWriter(other, newIndexWriterConfig())) {
      List<DirectoryReader> states = new ArrayList<>();
      for (String id : List.of("a", "b", "c")) {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.NO));
        document.add(new SortedDocValuesField(FIELD, newBytesRef("value")));
        writer.addDocument(document);
        states.add(DirectoryReader.open(writer));
      }
      writer.deleteDocuments(new Term("id", "b"));
      states.add(DirectoryReader.open(writer));
      for (DirectoryReader own : states) {
        for (DirectoryReader searched : states) {
          GroupFacets facets = GroupFacets.recorded(own, FIELD);
          IndexSearcher searcher = new IndexSearcher(searched);
          if (own.equals(searched)) {
            int groups = searcher.search(MatchAllDocsQuery.INSTANCE, facets).groups();
            assertEquals(own.numDocs(), groups);
          } else {
            expectThrows(
                IllegalArgumentException.class,
                () -> searcher.search(MatchAllDocsQuery.INSTANCE, facets));
          }
        }
      }
      IOUtils.close(states);
    }
  }

  private static void assertRefused(String message, ThrowingRunnable action) {
    assertEquals(message, expectThrows(IllegalArgumentException.class, action).getMessage());
  }

  /** Beside a set of groups for each path that the documents were given. */
  public void testDimensions() throws IOException {
    FacetsConfig config = new FacetsConfig();
    for (String dimension : List.of("by", "by\u001Fway", "b")) {
      config.setMultiValued(dimension, true);
      config.setHierarchical(dimension, random().nextBoolean());
      // Lucene writes the name itself for that, and does not escape it.
      config.setRequireDimCount(dimension, random().nextBoolean() && dimension.equals("by"));
    }
    List<String> names = List.of("x", "y z", "x\u001Ey", "\u001F", "\u00E9\uD83D\uDE00");
    Map<List<String>, Set<String>> expected = new HashMap<>(); // texts by path
    try (Directory facets = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                facets, CollapseConfig.defaults(), newIndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < 200; i++) {
        String text = ("w" + random().nextInt(60) + " ").repeat(20);
        Document document = new Document();
        document.add(new StringField("id", "" + i, Field.Store.YES));
        document.add(new TextField("text", text, Field.Store.YES));
        for (String dimension : List.of("by", "by\u001Fway", "b")) {
          String[] path = new String[config.getDimConfig(dimension).hierarchical ? 2 : 1];
          Arrays.setAll(path, part -> names.get(random().nextInt(names.size())));
          document.add(new SortedSetDocValuesFacetField(dimension, path));
          List<String> parts = new ArrayList<>(List.of(dimension));
          for (String part : path) {
            parts.add(part);
            expected.computeIfAbsent(List.copyOf(parts), any -> new TreeSet<>()).add(text);
          }
        }
        writer.updateDocument(config.build(document));
      }
      try (DirectoryReader all = writer.openReader()) {
        for (List<String> parent : parents(expected.keySet())) {
          Map<String, Integer> counts = new TreeMap<>();
          expected.forEach(
              (path, texts) -> {
                if (path.subList(0, path.size() - 1).equals(parent)) {
                  counts.put(path.getLast(), texts.size());
                }
              });
          String[] path = parent.subList(1, parent.size()).toArray(String[]::new);
          GroupFacets groups =
              GroupFacets.recorded(
                  all, FacetsConfig.DEFAULT_INDEX_FIELD_NAME, parent.getFirst(), path);
          assertEquals(
              counts,
              new TreeMap<>(newSearcher(all).search(MatchAllDocsQuery.INSTANCE, groups).byValue()));
        }
      }
    }
  }

  private static Set<List<String>> parents(Set<List<String>> paths) {
    Set<List<String>> parents = new HashSet<>();
    paths.forEach(path -> parents.add(path.subList(0, path.size() - 1)));
    return parents;
  }

  public void testOverVisibleDocuments() throws IOException {
    DirectoryReader visible = OneVersion.wrap(reader);
    var state = new StringDocValuesReaderState(visible, FIELD);
    for (Query query : queries()) {
      FacetsCollector found =
          new IndexSearcher(visible).search(query, new FacetsCollectorManager());
      assertEquals(
          count(query, doc -> !doc.hidden), counts(new StringValueFacetCounts(state, found)));
    }
    assertEquals(
        "without a search",
        count(MatchAllDocsQuery.INSTANCE, doc -> !doc.hidden),
        counts(new StringValueFacetCounts(state)));
  }

  public void testOverGroups() throws IOException {
    VersionModel model = new VersionModel(reader, versions.live());
    BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
    var state = new StringDocValuesReaderState(reader, FIELD);
    for (Query query : queries()) {
      List<ScoreDoc> expected =
          model.search(query, Sort.RELEVANCE).hits().stream()
              .map(BestVersionDocs.Hit::doc)
              .toList();
      Facets facets = new StringValueFacetCounts(state, new Shown(search.search(query, ALL)));
      assertEquals(query.toString(), count(expected, doc -> true), counts(facets));
    }
  }

  /** The hits of a search as what facets are counted over. */
  private final class Shown extends FacetsCollector {
    private final List<MatchingDocs> hits = new ArrayList<>();

    Shown(BestVersionDocs docs) {
      for (LeafReaderContext leaf : reader.leaves()) {
        int maxDoc = leaf.reader().maxDoc();
        FixedBitSet bits = new FixedBitSet(maxDoc);
        docs.hits().stream()
            .mapToInt(hit -> hit.doc().doc - leaf.docBase)
            .filter(doc -> doc >= 0 && doc < maxDoc)
            .forEach(bits::set);
        hits.add(new MatchingDocs(leaf, new BitDocIdSet(bits), bits.cardinality(), null));
      }
    }

    @Override
    public List<MatchingDocs> getMatchingDocs() {
      return hits;
    }
  }

  /** Without an executor it has a scorer that must be called once for a segment. */
  public void testDrillsSidewaysInOneVersion() throws IOException {
    DirectoryReader view = OneVersion.wrap(reader);
    var state = new StringDocValuesReaderState(view, FIELD);
    for (Query base : queries()) {
      DrillDownQuery query = new DrillDownQuery(new FacetsConfig(), base);
      query.add(FIELD, new TermQuery(new Term("role", "representative")));
      List<Object> expected = drillSideways(new IndexSearcher(view), state, query);
      assertEquals(expected, drillSideways(new OneVersionSearcher(view), state, query));
    }
  }

  private static List<Object> drillSideways(
      IndexSearcher searcher, StringDocValuesReaderState values, DrillDownQuery query)
      throws IOException {
    List<Object> found = new ArrayList<>();
    DrillSideways facets =
        new DrillSideways(searcher, new FacetsConfig(), null, null, null) {
          @Override
          protected Facets buildFacetsResult(
              FacetsCollector drillDowns, FacetsCollector[] drillSideways, String[] dims)
              throws IOException {
            found.add(counts(new StringValueFacetCounts(values, drillDowns)));
            found.add(counts(new StringValueFacetCounts(values, drillSideways[0])));
            return null;
          }
        };
    found.add(facets.search(query, 10).hits.totalHits.value());
    return found;
  }

  private Map<String, Integer> count(Query query, Predicate<RandomVersions.Doc> counts)
      throws IOException {
    return count(List.of(new IndexSearcher(reader).search(query, ALL).scoreDocs), counts);
  }

  private Map<String, Integer> count(List<ScoreDoc> docs, Predicate<RandomVersions.Doc> counts)
      throws IOException {
    Map<String, Integer> byValue = new TreeMap<>();
    for (ScoreDoc doc : docs) {
      String id = reader.storedFields().document(doc.doc).get("id");
      SortedDocValues values = MultiDocValues.getSortedValues(reader, FIELD);
      if (counts.test(versions.live().get(id)) && values.advanceExact(doc.doc)) {
        byValue.merge(values.lookupOrd(values.ordValue()).utf8ToString(), 1, Integer::sum);
      }
    }
    return byValue;
  }

  private static Map<String, Integer> counts(Facets facets) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (LabelAndValue each : facets.getAllChildren(FIELD).labelValues) {
      counts.put(each.label, each.value.intValue());
    }
    return counts;
  }
}
