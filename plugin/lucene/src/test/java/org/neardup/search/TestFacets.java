// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.apache.lucene.facet.DrillDownQuery;
import org.apache.lucene.facet.DrillSideways;
import org.apache.lucene.facet.Facets;
import org.apache.lucene.facet.FacetsCollector;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.LabelAndValue;
import org.apache.lucene.facet.StringDocValuesReaderState;
import org.apache.lucene.facet.StringValueFacetCounts;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiCollectorManager;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitDocIdSet;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.NamedThreadFactory;

/** Lucene's own facets count each version once, beside counts of one document after the other. */
public class TestFacets extends LuceneTestCase {
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
      Map<String, Integer> found = searcher.search(query, GroupFacets.recorded(reader, FIELD));
      assertEquals(counts, new TreeMap<>(found));
      assertEquals(found, searcher.search(query, GroupFacets.of(reader, groups, FIELD)));
      counts.clear();
      Map<String, Set<Long>> byLetter = new TreeMap<>();
      expected.forEach(
          (value, ofValue) ->
              byLetter.computeIfAbsent(first(value), any -> new TreeSet<>()).addAll(ofValue));
      byLetter.forEach((letter, ofLetter) -> counts.put(letter, ofLetter.size()));
      assertEquals(
          counts,
          new TreeMap<>(
              searcher.search(
                  query, GroupFacets.recorded(reader, FIELD, TestFacets::first, doc -> true))));
      assertEquals(
          Map.of(),
          searcher.search(query, GroupFacets.recorded(reader, FIELD, value -> null, doc -> true)));
      assertEquals(
          Map.of(),
          searcher.search(
              query, GroupFacets.recorded(reader, FIELD, value -> value, doc -> false)));
      fewer += hits.length - found.values().stream().mapToInt(count -> count).sum();
      assertEquals(Map.of(), searcher.search(query, GroupFacets.recorded(reader, "no-such")));
    }
    assertTrue("each document is a group", fewer > 0);
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
    OneVersionSearch search = new OneVersionSearch(new IndexSearcher(reader));
    var state = new StringDocValuesReaderState(reader, FIELD);
    for (Query query : queries()) {
      List<ScoreDoc> expected =
          model.search(query, Sort.RELEVANCE).hits().stream().map(OneVersionDocs.Hit::doc).toList();
      Facets facets = new StringValueFacetCounts(state, new Shown(search.search(query, ALL)));
      assertEquals(query.toString(), count(expected, doc -> true), counts(facets));
    }
  }

  /** The hits of a search as what facets are counted over. */
  private final class Shown extends FacetsCollector {
    private final List<MatchingDocs> hits = new ArrayList<>();

    Shown(OneVersionDocs docs) {
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

  public void testBesideASearchForGroups() throws IOException {
    var state = new StringDocValuesReaderState(reader, FIELD);
    for (Query query : queries()) {
      Object[] found =
          new IndexSearcher(reader)
              .search(
                  query,
                  new MultiCollectorManager(
                      OneVersionCollectorManager.byScore(reader, 10, null),
                      new FacetsCollectorManager()));
      assertEquals(
          "all versions that match",
          count(query, doc -> true),
          counts(new StringValueFacetCounts(state, (FacetsCollector) found[1])));
      assertEquals(
          new OneVersionSearch(new IndexSearcher(reader)).search(query, 10).groups(),
          ((OneVersionDocs) found[0]).groups());
    }
  }

  /** Only variants match, so that all hits are scored in the second pass. */
  public void testDrillSidewaysNeedsAnExecutor() throws IOException {
    Query variants = new TermQuery(new Term("role", "variant"));
    DrillDownQuery query = new DrillDownQuery(new FacetsConfig(), MatchAllDocsQuery.INSTANCE);
    query.add("role", variants);
    expectThrows(IllegalStateException.class, () -> drillSideways(query, null));
    ExecutorService executor = Executors.newFixedThreadPool(2, new NamedThreadFactory("facets"));
    try {
      assertEquals(
          new OneVersionSearch(new IndexSearcher(reader)).search(variants, 10).groups(),
          drillSideways(query, executor).groups());
    } finally {
      TestUtil.shutdownExecutorService(executor);
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

  private OneVersionDocs drillSideways(DrillDownQuery query, ExecutorService executor)
      throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    DrillSideways facets =
        new DrillSideways(searcher, new FacetsConfig(), null, null, executor) {
          @Override
          protected Facets buildFacetsResult(
              FacetsCollector drillDowns, FacetsCollector[] drillSideways, String[] dims) {
            return null; // the hits are looked at
          }
        };
    var manager = OneVersionCollectorManager.byScore(reader, 10, null);
    return facets.search(query, manager).collectorResult;
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
