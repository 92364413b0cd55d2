// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.AssertingDirectoryReader;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.codec.SketchField;
import org.neardup.compare.Guard;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.compare.SketchSettings;
import org.neardup.record.Place;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.GroupFacets;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.search.VersionGroups;
import org.neardup.search.copied.Containments;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.GroupSummaries;
import org.neardup.search.explain.Versions;

/** An index that a plain writer wrote, searched as if it were collapsed. */
public class TestDerivedSearch extends LuceneTestCase {
  private static final int WORDS = 200;

  private final Analyzer analyzer = new WhitespaceAnalyzer();
  private Directory directory;
  private SketchField sketches;
  private IndexWriter writer;
  private GroupDeriver deriver;
  private long nextSeq;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    sketches = new SketchField("sketch", SketchSettings.DEFAULTS, analyzer);
    IndexWriterConfig config = newIndexWriterConfig(analyzer);
    writer = new IndexWriter(directory, config.setCodec(sketches.codec(config.getCodec())));
    deriver = new GroupDeriver("sketch", 0.8, DocumentOrder.ascending("seq"), null);
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  /** Version 0 of a text, or that with a word changed. */
  private static String text(int number, int version) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      words.add("w" + number * 7 % 5 + "x" + number + "y" + i);
    }
    if (version > 0) {
      words.set(version * 7 % WORDS, "changed" + version);
    }
    words.add("group" + number % 3);
    words.add(version % 2 == 0 ? "even" : "odd");
    return String.join(" ", words);
  }

  private void add(String id, String text, String scope) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Store.YES));
    document.add(new LongField("number", random().nextInt(5), Store.NO));
    document.add(new NumericDocValuesField("seq", nextSeq++));
    document.add(new SortedDocValuesField("key", new BytesRef(id)));
    TextField field = new TextField("text", text, Store.YES);
    List<IndexableField> both = sketches.of(field, scope);
    List<IndexableField> sketch = both.subList(1, both.size());
    assertEquals(
        sketches.of(text, scope).stream().map(Object::toString).toList(),
        sketch.stream().map(Object::toString).toList());
    document.add(random().nextBoolean() ? both.getFirst() : field);
    sketch.forEach(document::add);
    writer.updateDocument(new Term("id", id), document);
  }

  public void testGroupsOfAnotherReaderAreRefused() throws IOException {
    add("a0", text(1, 0), null);
    add("a1", text(1, 1), null);
    try (DirectoryReader older = DirectoryReader.open(writer)) {
      DerivedGroups groupsBefore = deriver.groups(older);
      add("b0", text(2, 0), null);
      writer.deleteDocuments(new Term("id", "a0"));
      try (DirectoryReader newer = DirectoryReader.open(writer)) {
        DerivedGroups groupsNow = deriver.groups(newer);
        assertRefused(older, groupsNow);
        assertRefused(newer, groupsBefore);
        assertRefused(newer, new RecordedGroups(older));
        IndexSearcher around = new IndexSearcher(new AssertingDirectoryReader(newer));
        BestVersionDocs best =
            BestVersionSearch.over(around, 1000, groupsNow).search(MatchAllDocsQuery.INSTANCE, 5);
        assertEquals(2, best.hits().size());
      }
    }
  }

  private void assertRefused(DirectoryReader reader, VersionGroups groups) {
    IndexSearcher searcher = new IndexSearcher(reader);
    for (ThrowingRunnable use :
        List.<ThrowingRunnable>of(
            () -> BestVersionSearch.over(searcher, 1000, groups),
            () -> GroupFacets.of(reader, groups, "key"),
            () -> OneVersion.wrap(reader, any -> groups),
            () -> Explainer.over(reader, groups, sketches, "id", List.of("text")),
            () -> GroupSummaries.over(reader, groups, null),
            () ->
                Containments.of(analyzer, "text")
                    .withGroups(any -> groups)
                    .search(searcher, text(1, 0), null, 5))) {
      assertEquals(
          "groups must be of the reader "
              + reader
              + ", got those of another, or of another state of it",
          expectThrows(IllegalArgumentException.class, use).getMessage());
    }
  }

  public void testHidesAndShowsAgain() throws IOException {
    add("a0", text(1, 0), null);
    add("a1", text(1, 1), null);
    add("b0", text(2, 0), null);
    add("a2", text(1, 2), null);
    add("other", text(1, 3), "elsewhere");
    add("empty", "", null);
    try (DirectoryReader all = DirectoryReader.open(writer)) {
      DirectoryReader one = OneVersion.wrap(all, deriver);
      assertEquals(List.of("a0", "b0", "empty", "other"), ids(one));
      writer.deleteDocuments(new Term("id", "a0"));
      DirectoryReader newer = DirectoryReader.openIfChanged(one);
      one.close();
      assertEquals(List.of("a1", "b0", "empty", "other"), ids(newer));
      assertSame(newer.getReaderCacheHelper(), newer.getReaderCacheHelper());
      newer.close();
    }
  }

  /** Half of the documents would be missing, in silence. */
  public void testRefusesAReaderThatHides() throws IOException {
    try (DirectoryReader all = DirectoryReader.open(writer);
        DirectoryReader one = OneVersion.wrap(all, deriver)) {
      String message =
          expectThrows(IllegalArgumentException.class, () -> deriver.groups(one)).getMessage();
      assertTrue(message, message.startsWith("reader must show hidden documents"));
    }
  }

  public void testGuards() throws IOException {
    SketchSettings guarded = SketchSettings.DEFAULTS.withGuards(List.of(Guard.NUMBERS));
    Analyzer words = new StandardAnalyzer();
    SketchField field = new SketchField("sketch", guarded, words);
    String text = "a long enough text of plain words that is the same in all documents and costs ";
    IndexWriterConfig config = newIndexWriterConfig(words);
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(directory, config.setCodec(field.codec(config.getCodec())))) {
      for (String number : List.of("7", "8", "7", "8", "9")) {
        Document document = new Document();
        document.add(new StringField("id", number + "-" + nextSeq, Store.YES));
        document.add(new NumericDocValuesField("seq", nextSeq++));
        field.of(new TextField("text", text + number, Store.YES), null).forEach(document::add);
        assertEquals(
            document.getBinaryValue("sketch"),
            field.of(text + number, null).orElseThrow().binaryValue());
        writer.addDocument(document);
      }
      try (DirectoryReader all = DirectoryReader.open(writer);
          DirectoryReader one = OneVersion.wrap(all, deriver)) {
        assertEquals(List.of("7-0", "8-1", "9-4"), ids(one));
        DerivedGroups groups = deriver.groups(all);
        Explainer explainer = Explainer.over(all, groups, field, "id", List.of("text"));
        int seven = explainer.find("7-0").getAsInt();
        Comparison comparison = explainer.compare(seven, explainer.find("8-3").getAsInt());
        assertEquals(Basis.GUARD, comparison.decision().rule());
        assertEquals(
            List.of(new Comparison.Parting("numbers", List.of("7"), List.of("8"))),
            comparison.guards());
      }
    }
    SketchSettings other = SketchSettings.DEFAULTS.withGuards(List.of(Guard.field("price")));
    expectThrows(IllegalArgumentException.class, () -> new SketchField("sketch", other, words));
  }

  /** Sketches cannot tell what stands in what. */
  public void testLosslessHidesEqualTextsOnly() throws IOException {
    SketchSettings lossless = SketchSettings.DEFAULTS.withGuards(List.of(Guard.LOSSLESS));
    Analyzer words = new StandardAnalyzer();
    SketchField field = new SketchField("sketch", lossless, words);
    IndexWriterConfig config = newIndexWriterConfig(words);
    Map<String, String> first = new HashMap<>(); // id by words
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(directory, config.setCodec(field.codec(config.getCodec())))) {
      for (int i = 0; i < 100; i++) {
        String text = text(random().nextInt(5), random().nextInt(4));
        first.putIfAbsent(text, Integer.toString(i));
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Store.YES));
        document.add(new NumericDocValuesField("seq", nextSeq++));
        String written = random().nextBoolean() ? text : text.toUpperCase(Locale.ROOT) + "!";
        field.of(new TextField("text", written, Store.YES), null).forEach(document::add);
        writer.addDocument(document);
      }
      try (DirectoryReader all = DirectoryReader.open(writer);
          DirectoryReader one = OneVersion.wrap(all, deriver)) {
        assertEquals(first.values().stream().sorted().toList(), ids(one));
        Explainer explainer =
            Explainer.over(all, deriver.groups(all), field, "id", List.of("text"));
        int a = explainer.find(first.getOrDefault(text(1, 0), "0")).getAsInt();
        int b = explainer.find(first.getOrDefault(text(1, 1), "1")).getAsInt();
        Comparison comparison = explainer.compare(a, b);
        List<Comparison.Parting> parting =
            List.of(new Comparison.Parting("lossless", List.of(), List.of()));
        assertEquals(
            comparison.decision().rule() == Basis.SAME_TEXT ? List.of() : parting,
            comparison.guards());
      }
    }
  }

  private static List<String> ids(DirectoryReader reader) throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    List<String> ids = new ArrayList<>();
    for (ScoreDoc hit : searcher.search(MatchAllDocsQuery.INSTANCE, 100).scoreDocs) {
      ids.add(searcher.storedFields().document(hit.doc).get("id"));
    }
    assertEquals(ids.size(), reader.numDocs());
    return ids.stream().sorted().toList();
  }

  public void testBestVersionOfEachGroup() throws IOException {
    int documents = atLeast(200);
    for (int i = 0; i < documents; i++) {
      String id = Integer.toString(random().nextInt(documents));
      add(id, text(random().nextInt(20), random().nextInt(6)), null);
      if (random().nextInt(20) == 0) {
        writer.deleteDocuments(new Term("id", Integer.toString(random().nextInt(documents))));
      }
      if (random().nextInt(50) == 0) {
        writer.commit();
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      DerivedGroups groups = deriver.groups(reader);
      assertTrue(groups.hidden() > 0);
      for (int i = 0; i < 20; i++) {
        assertSameAsPlain(reader, groups, query());
      }
    }
  }

  private static Query query() {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    Query word =
        switch (random().nextInt(4)) {
          case 0 -> new TermQuery(new Term("text", "group" + random().nextInt(3)));
          case 1 -> new TermQuery(new Term("text", random().nextBoolean() ? "odd" : "even"));
          case 2 -> new TermQuery(new Term("text", "changed" + random().nextInt(6)));
          default -> MatchAllDocsQuery.INSTANCE;
        };
    query.add(word, Occur.MUST);
    if (random().nextBoolean()) {
      long most = random().nextInt(5);
      query.add(LongField.newRangeQuery("number", 0, most), Occur.FILTER);
    }
    return query.build();
  }

  private static void assertSameAsPlain(DirectoryReader reader, DerivedGroups groups, Query query)
      throws IOException {
    IndexSearcher searcher = newSearcher(reader, false);
    ScoreDoc[] plain = searcher.search(query, reader.maxDoc(), Sort.RELEVANCE).scoreDocs;
    Map<Integer, Integer> shown = new HashMap<>(); // by representative
    for (ScoreDoc hit : plain) {
      int representative = groups.representative(hit.doc);
      if (representative == hit.doc) {
        shown.put(representative, hit.doc);
      } else {
        shown.putIfAbsent(representative, hit.doc);
      }
    }
    List<Integer> expected =
        Arrays.stream(plain)
            .map(hit -> hit.doc)
            .filter(doc -> shown.get(groups.representative(doc)).equals(doc))
            .toList();
    BestVersionSearch search =
        BestVersionSearch.over(new IndexSearcher(reader), Integer.MAX_VALUE, groups);
    BestVersionDocs found = search.search(query, reader.maxDoc());
    assertEquals(expected, found.hits().stream().map(hit -> hit.doc().doc).toList());
    assertEquals(expected.size(), found.groups().value());
    assertEquals(plain.length, found.documents().value());
    for (BestVersionDocs.Hit hit : found.hits()) {
      assertEquals(groups.representative(hit.doc().doc), hit.representative());
      assertEquals(groups.size(hit.doc().doc), hit.versions());
    }
  }

  public void testExplains() throws IOException {
    add("a0", text(1, 0), null);
    add("a1", text(1, 1), null);
    add("a2", text(1, 2), null);
    add("b0", text(2, 0), null);
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      Explainer explainer =
          Explainer.over(reader, deriver.groups(reader), sketches, "id", List.of("text"));
      int hidden = explainer.find("a2").getAsInt();
      Versions versions = explainer.versions(hidden, null, 10);
      assertEquals("a0", versions.representative());
      assertEquals(3, versions.total());
      assertTrue(versions.versions().get(1).exact().resemblance() > 0.8);
      Comparison comparison = explainer.compare(hidden, explainer.find("a1").getAsInt());
      assertEquals("a0", comparison.b().representative());
      assertEquals(Place.HIDDEN, comparison.a().place());
      assertTrue(comparison.sharedBands() > 0);
      assertEquals(Basis.ESTIMATE, comparison.decision().rule());
      int alone = explainer.find("b0").getAsInt();
      assertEquals("b0", explainer.versions(alone, null, 10).representative());
      assertFalse(explainer.compare(hidden, alone).decision().nearDuplicates());
    }
  }
}
