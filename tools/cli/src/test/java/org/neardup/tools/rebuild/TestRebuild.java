// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexCheck;
import org.neardup.index.IndexSettingsException;
import org.neardup.index.Preference;
import org.neardup.index.Variants;
import org.neardup.search.RecordedGroups;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.rebuild.RebuildReport.FieldReport;

/** Random indexes of other programs, rebuilt, beside what they were. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
public class TestRebuild extends LuceneTestCase {
  private static final Sort SORT = new Sort(new SortField("numeric", SortField.Type.LONG));
  private static final CollapseConfig CONFIG =
      CollapseConfig.defaults().withIdField("uid").withTextFields("body");

  /** Each rebuild tries all analyzers on as many documents. */
  private static final int MANY = TEST_NIGHTLY ? 100 : 15;

  private static final Interruption NEVER = new Interruption();
  private static final long DOCUMENT_BYTES = 1000; // a rough mean

  private Directory source;
  private Directory target;
  private boolean sorted;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    source = newDirectory();
    target = newDirectory();
    sorted = random().nextBoolean();
  }

  @Override
  public void tearDown() throws Exception {
    source.close();
    target.close();
    super.tearDown();
  }

  public void testAllThatCanBeReadBackIsTheSame() throws Exception {
    write(MANY + 10);
    Map<String, byte[]> before = files(source);
    Rebuild.Result result = rebuild(CONFIG, 1 + random().nextInt(100));
    assertEquals(0, result.failed());
    assertEquals(0, result.resumedAt());
    try (DirectoryReader was = DirectoryReader.open(source);
        DirectoryReader is = DirectoryReader.open(target)) {
      assertEquals(was.numDocs(), is.numDocs());
      assertEquals(was.numDocs(), result.outcomes().documents());
      assertTrue(result.outcomes().hidden() > 0);
      assertEquals(describe(was), describe(is));
      for (String field : List.of("uid", "title", "body", "keyword", "tags")) {
        assertEquals(field, postings(was, field), postings(is, field));
      }
      for (int i = 0; i < 10; i++) {
        assertSameHits(
            IntPoint.newRangeQuery("point", new int[] {i, 0}, new int[] {i, i + 1}), was, is);
        assertSameHits(DoublePoint.newRangeQuery("double", i / 10.0, i / 5.0), was, is);
        assertSameHits(LongField.newExactQuery("number", i), was, is);
      }
      for (LeafReaderContext leaf : is.leaves()) {
        assertEquals(sorted ? SORT : null, leaf.reader().getMetaData().sort());
      }
    }
    assertEquals(
        Map.of(),
        IndexCheck.check(target, CONFIG, new StandardAnalyzer(), IndexCheck.ALL_TEXTS).counts());
    assertSame(before, files(source));
  }

  /** Of each release that changed its codec, back to 9.0. */
  public void testIndexesOfEarlierReleasesCanBeRead() {
    for (String release : List.of("103", "101", "100", "912", "99", "95", "94", "92", "91", "90")) {
      assertNotNull(Codec.forName("Lucene" + release));
    }
  }

  public void testWhatIsNotCarriedIsNamed() throws Exception {
    write(30);
    Map<String, FieldReport> fields = new HashMap<>();
    rebuild(CONFIG, 10).fields().forEach(field -> fields.put(field.field(), field));
    assertEquals(
        new FieldReport("body", List.of("stored", "words"), List.of()), fields.get("body"));
    assertEquals(new FieldReport("uid", List.of("stored", "term"), List.of()), fields.get("uid"));
    assertEquals(List.of("term", "doc values"), fields.get("keyword").carried());
    assertEquals(List.of("stored", "doc values", "points"), fields.get("number").carried());
    assertEquals(List.of("vectors"), fields.get("vector").carried());
    int documents;
    try (DirectoryReader reader = DirectoryReader.open(source)) {
      documents = reader.numDocs(); // each has the field
    }
    assertEquals(
        List.of("indexed and not stored, so that " + documents + " documents are not found by it"),
        fields.get("secret").lost());
    assertEquals(
        List.of("analysed in another way: searches find other words; no analyzer of Lucene fits"),
        fields.get("code").lost());
  }

  /** One document whose doc values are no terms is enough, wherever it is ranked. */
  public void testDocValuesAreTermsIfAllAre() throws Exception {
    assertEquals(List.of("term", "doc values"), carried(Map.of("x", "x"), Map.of("y", "y")));
    assertEquals(List.of("doc values"), carried(Map.of("x", "X"), Map.of("y", "y")));
    assertEquals(List.of("doc values"), carried(Map.of("x", "x"), Map.of("y", "Y")));
    assertEquals(List.of("doc values"), carried(Map.of("x", "x", "y", "Y")));
  }

  /** What is carried over of a field of documents with these doc values, each with its term. */
  @SafeVarargs
  private static List<String> carried(Map<String, String>... documents) throws Exception {
    try (Directory from = newDirectory();
        Directory to = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(from, new IndexWriterConfig())) {
        for (Map<String, String> terms : documents) {
          Document document = new Document();
          document.add(new TextField("body", "some words", Field.Store.YES));
          terms.forEach(
              (value, term) -> {
                document.add(new SortedSetDocValuesField("key", new BytesRef(value)));
                document.add(new StringField("key", term, Field.Store.NO));
              });
          writer.addDocument(document);
        }
      }
      return new Rebuild(CONFIG, true, "standard", true, 10 * DOCUMENT_BYTES, 1)
          .run(from, to, () -> {}, problem -> fail(problem), NEVER).fields().stream()
              .filter(field -> field.field().equals("key"))
              .findFirst()
              .orElseThrow()
              .carried();
    }
  }

  public void testARebuildThatBrokeOffGoesOn() throws Exception {
    write(MANY);
    CollapseConfig config =
        CONFIG.withVariants(random().nextBoolean() ? Variants.HIDE : Variants.DROP);
    try (Directory whole = newDirectory()) {
      Directory broken = target;
      target = whole;
      rebuild(config, 1000);
      target = broken;
      int perCommit = (TEST_NIGHTLY ? 1 : 3) + random().nextInt(MANY / 5);
      int kills = 0;
      Rebuild.Result last = null;
      while (last == null) {
        int[] left = {random().nextInt(MANY / 2)};
        try {
          last =
              new Rebuild(
                      config,
                      false,
                      "standard",
                      true,
                      perCommit * DOCUMENT_BYTES,
                      1 + random().nextInt(4))
                  .run(source, broken, () -> killIf(left[0]-- == 0), this::noProblem, NEVER);
        } catch (IllegalStateException e) {
          assertEquals("killed", e.getMessage());
          kills++;
        }
        assertTrue("it makes progress", kills < 1000);
      }
      assertEquals(places(whole), places(broken));
      Rebuild.Result again = rebuild(config, 10);
      assertEquals("nothing is left to do", 0, again.outcomes().documents());
    }
  }

  public void testARebuildThatRanOutOfRoomGoesOn() throws Exception {
    write(MANY);
    try (Directory whole = newDirectory();
        MockDirectoryWrapper small = newMockDirectory()) {
      Directory given = target;
      target = whole;
      rebuild(CONFIG, 1000);
      target = small;
      small.setCheckIndexOnClose(false); // it would need room
      int full = 0;
      for (long room = 2000; room > 0; room *= TEST_NIGHTLY ? 2 : 4) {
        small.setMaxSizeInBytes(room);
        try {
          rebuild(CONFIG, MANY / 4); // too few commits for merges, whose threads would fail apart
          break;
        } catch (IOException e) {
          assertTrue(e.getMessage(), e.getMessage().contains("disk full"));
          full++;
        }
      }
      target = given;
      assertTrue("it ran out of room", full > 0);
      assertEquals(places(whole), places(small));
      small.crash(); // closes what Lucene leaves open where there is no room to sort stored fields
    }
  }

  private static void killIf(boolean condition) {
    if (condition) {
      throw new IllegalStateException("killed");
    }
  }

  public void testASourceThatChangedIsRefused() throws Exception {
    write(20);
    rebuild(CONFIG, 10);
    try (IndexWriter writer = new IndexWriter(source, config(1))) {
      writer.addDocument(document(20));
    }
    RebuildException refused = expectThrows(RebuildException.class, () -> rebuild(CONFIG, 10));
    assertTrue(
        refused.getMessage(),
        refused.getMessage().matches("it changed since the rebuild began, from commit .* to .*"));
  }

  public void testOtherSettingsAreRefused() throws Exception {
    write(20);
    rebuild(CONFIG, 10);
    IndexSettingsException refused =
        expectThrows(IndexSettingsException.class, () -> rebuild(CONFIG.withThreshold(0.9), 10));
    assertTrue(refused.getMessage(), refused.getMessage().contains("0.8, not 0.9"));
  }

  public void testFieldsThatAreNotAsTheyMustBe() throws Exception {
    write(20);
    assertNoField("--text-field", text("nowhere"));
    assertNoField("--scope", CONFIG.withScopeField("nowhere"));
    assertNoField("--id-field", CONFIG.withIdField("nowhere"));
    assertNoField("--keep", CONFIG.withPreference(Preference.parse("max:nowhere")));
    assertRefused("text field secret must be stored, or nothing can be", text("secret"));
    assertRefused(
        "scope field secret must be stored, or nothing tells", CONFIG.withScopeField("secret"));
    assertRefused("id field title must be stored, and indexed as one", CONFIG.withIdField("title"));
    assertRefused("id field kind does not identify documents: ", CONFIG.withIdField("kind"));
    assertEquals("nothing was written", List.of(), List.of(target.listAll()));
  }

  public void testIdsThatSomeDocumentsLack() throws Exception {
    Document without = new Document();
    without.add(new TextField("body", "words", Field.Store.YES));
    try (IndexWriter writer = new IndexWriter(source, config(10))) {
      writer.addDocument(without);
      Document with = new Document();
      with.add(new StringField("uid", "a", Field.Store.YES));
      writer.addDocument(with);
    }
    assertRefused("id field uid does not identify documents: 1 document has no value", CONFIG);
  }

  public void testDocumentsWithoutIdsGetTheirNumber() throws Exception {
    write(20);
    CollapseConfig config = CONFIG.withIdField("nr");
    new Rebuild(config, true, "standard", true, 10 * DOCUMENT_BYTES, 2)
        .run(source, target, () -> {}, this::noProblem, NEVER);
    try (DirectoryReader was = DirectoryReader.open(source);
        DirectoryReader is = DirectoryReader.open(target)) {
      for (int doc = 0; doc < is.maxDoc(); doc++) {
        Document document = is.storedFields().document(doc);
        int number = Integer.parseInt(document.get("nr"));
        assertEquals(was.storedFields().document(number).get("uid"), document.get("uid"));
      }
    }
  }

  public void testSomethingElseInTheTarget() throws Exception {
    write(5);
    try (IndexWriter writer = new IndexWriter(target, config(10))) {
      writer.addDocument(new Document());
    }
    assertRefused("the folder that ends in .partial holds an index that no rebuild began", CONFIG);
  }

  public void testNoIndexInTheSource() {
    assertRefused("there is no Lucene index in it", CONFIG);
  }

  private void assertNoField(String option, CollapseConfig config) {
    ToolException refused = expectThrows(ToolException.class, () -> rebuild(config, 10));
    assertEquals(ExitCode.USAGE, refused.exitCode());
    String message = refused.getMessage();
    assertTrue(message, message.startsWith(option + " must name a field of the index, which has "));
    assertTrue(message, message.endsWith("; got nowhere"));
  }

  private void assertRefused(String message, CollapseConfig config) {
    RebuildException refused = expectThrows(RebuildException.class, () -> rebuild(config, 10));
    assertTrue(refused.getMessage(), refused.getMessage().startsWith(message));
  }

  private static CollapseConfig text(String field) {
    return CONFIG.withTextFields(field);
  }

  private Rebuild.Result rebuild(CollapseConfig config, int documentsPerCommit) throws Exception {
    return new Rebuild(
            config,
            false,
            "standard",
            true,
            documentsPerCommit * DOCUMENT_BYTES,
            1 + random().nextInt(4))
        .run(source, target, () -> {}, this::noProblem, NEVER);
  }

  private void noProblem(String problem) {
    throw new AssertionError(problem);
  }

  private IndexWriterConfig config(int bufferedDocuments) {
    IndexWriterConfig config =
        new IndexWriterConfig(new StandardAnalyzer())
            .setMaxBufferedDocs(Math.max(2, bufferedDocuments));
    return sorted ? config.setIndexSort(SORT) : config;
  }

  /** Documents with near-copies and fields of all kinds, in several segments, some deleted. */
  private void write(int count) throws Exception {
    try (IndexWriter writer = new IndexWriter(source, config(2 + random().nextInt(count)))) {
      for (int i = 0; i < count; i++) {
        writer.addDocument(document(i));
      }
      writer.commit();
      for (int i = 1; i < count; i += 1 + random().nextInt(20)) {
        writer.deleteDocuments(new Term("uid", "d" + i));
      }
    }
  }

  private static Document document(int i) {
    Random random = random();
    Document document = new Document();
    document.add(new StringField("uid", "d" + i, Field.Store.YES));
    document.add(new StringField("kind", "k" + i % 3, Field.Store.YES));
    document.add(new TextField("title", "A Title of " + i, Field.Store.YES));
    document.add(new TextField("body", text(random, random.nextInt(20)), Field.Store.YES));
    document.add(new TextField("secret", "not stored " + i, Field.Store.NO));
    // Two terms of one stored value, which no analyzer makes.
    document.add(new StringField("code", "X" + i, Field.Store.NO));
    document.add(new StringField("code", "Y" + i, Field.Store.NO));
    document.add(new StoredField("code", "some code"));
    if (random.nextBoolean()) {
      addColumns(document, random);
    }
    return document;
  }

  private static void addColumns(Document document, Random random) {
    int value = random.nextInt(10);
    BytesRef bytes = new BytesRef("b" + value);
    document.add(new KeywordField("keyword", bytes, Field.Store.NO));
    document.add(new KeywordField("tags", "T " + value, Field.Store.YES));
    document.add(new KeywordField("tags", "U", Field.Store.YES));
    document.add(new LongField("number", value, Field.Store.YES));
    document.add(new IntPoint("point", value, value + 1));
    document.add(new DoublePoint("double", value / 10.0));
    document.add(new DoublePoint("double", value / 3.0));
    document.add(new NumericDocValuesField("numeric", value));
    document.add(NumericDocValuesField.indexedField("skipped", value));
    document.add(new BinaryDocValuesField("binary", bytes));
    document.add(new SortedDocValuesField("sorted", bytes));
    document.add(new SortedNumericDocValuesField("sortedNumeric", value));
    document.add(new SortedNumericDocValuesField("sortedNumeric", value / 2));
    document.add(new SortedSetDocValuesField("sortedSet", bytes));
    document.add(new SortedSetDocValuesField("sortedSet", new BytesRef("c")));
    document.add(new StoredField("float", value / 7f));
    document.add(new StoredField("long", Long.MAX_VALUE - value));
    document.add(new StoredField("bytes", new byte[] {1, (byte) value}));
    document.add(new KnnFloatVectorField("vector", new float[] {value + 1, 2}));
    document.add(new KnnByteVectorField("byteVector", new byte[] {(byte) (value + 1), 2}));
  }

  private static String text(Random random, int of) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append("word").append(of * 100 + i).append(' ');
    }
    return text.append("end").append(random.nextInt(3)).toString();
  }

  /** All that documents hold, by id, read in other ways than a rebuild reads. */
  private static Map<String, List<String>> describe(IndexReader reader) throws Exception {
    Map<String, List<String>> byId = new TreeMap<>();
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      Bits live = leaf.getLiveDocs();
      for (int doc = 0; doc < leaf.maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          Document stored = leaf.storedFields().document(doc);
          List<String> all = new ArrayList<>();
          stored.forEach(
              field ->
                  all.add(
                      field.name()
                          + field.stringValue()
                          + field.numericValue()
                          + field.binaryValue()));
          addColumns(leaf, doc, all::add);
          byId.put(stored.get("uid"), all);
        }
      }
    }
    return byId;
  }

  private static void addColumns(LeafReader leaf, int doc, Consumer<String> all) throws Exception {
    for (String field : List.of("numeric", "skipped")) {
      var numeric = leaf.getNumericDocValues(field);
      if (numeric != null && numeric.advanceExact(doc)) {
        all.accept(field + numeric.longValue());
      }
    }
    var binary = leaf.getBinaryDocValues("binary");
    if (binary != null && binary.advanceExact(doc)) {
      all.accept("binary" + binary.binaryValue());
    }
    SortedDocValues ordinals = leaf.getSortedDocValues("sorted");
    if (ordinals != null && ordinals.advanceExact(doc)) {
      all.accept("sorted" + ordinals.lookupOrd(ordinals.ordValue()));
    }
    for (String field : List.of("sortedNumeric", "number")) {
      SortedNumericDocValues numbers = leaf.getSortedNumericDocValues(field);
      for (int i = 0; numbers != null && numbers.advanceExact(doc) && i < 1; i++) {
        for (int j = 0; j < numbers.docValueCount(); j++) {
          all.accept(field + numbers.nextValue());
        }
      }
    }
    for (String field : List.of("sortedSet", "keyword", "tags")) {
      SortedSetDocValues set = leaf.getSortedSetDocValues(field);
      if (set != null && set.advanceExact(doc)) {
        for (int j = 0; j < set.docValueCount(); j++) {
          all.accept(field + set.lookupOrd(set.nextOrd()));
        }
      }
    }
    var floats = leaf.getFloatVectorValues("vector");
    for (int ord = 0; floats != null && ord < floats.size(); ord++) {
      if (floats.ordToDoc(ord) == doc) {
        all.accept("vector" + Arrays.toString(floats.vectorValue(ord)));
      }
    }
    var bytes = leaf.getByteVectorValues("byteVector");
    for (int ord = 0; bytes != null && ord < bytes.size(); ord++) {
      if (bytes.ordToDoc(ord) == doc) {
        all.accept("byteVector" + Arrays.toString(bytes.vectorValue(ord)));
      }
    }
  }

  /** The ids that each term of a field finds. */
  private static Map<String, List<String>> postings(DirectoryReader reader, String field)
      throws Exception {
    Map<String, List<String>> found = new TreeMap<>();
    Terms terms = MultiTerms.getTerms(reader, field);
    TermsEnum each = terms == null ? TermsEnum.EMPTY : terms.iterator();
    while (each.next() != null) {
      BytesRef term = BytesRef.deepCopyOf(each.term());
      List<String> ids = ids(reader, new TermQuery(new Term(field, term)));
      if (!ids.isEmpty()) { // else only deleted documents have it
        found.put(term.toString(), ids);
      }
    }
    return found;
  }

  private static void assertSameHits(Query query, DirectoryReader was, DirectoryReader is)
      throws Exception {
    assertEquals(query.toString(), ids(was, query), ids(is, query));
  }

  private static List<String> ids(DirectoryReader reader, Query query) throws Exception {
    TreeSet<String> ids = new TreeSet<>();
    for (ScoreDoc hit : new IndexSearcher(reader).search(query, 1000).scoreDocs) {
      ids.add(reader.storedFields().document(hit.doc).get("uid"));
    }
    return List.copyOf(ids);
  }

  /** The visible document that stands for each one. */
  private static Map<String, String> places(Directory index) throws Exception {
    Map<String, String> places = new TreeMap<>();
    try (DirectoryReader reader = DirectoryReader.open(index)) {
      RecordedGroups groups = new RecordedGroups(reader);
      for (LeafReaderContext leaf : reader.leaves()) {
        for (int i = 0; i < leaf.reader().maxDoc(); i++) {
          for (int member : groups.ofGroup(groups.group(leaf.docBase + i))) {
            if (!groups.isHidden(member)) {
              places.put(uid(reader, leaf.docBase + i), uid(reader, member));
            }
          }
        }
      }
    }
    return places;
  }

  private static String uid(DirectoryReader reader, int doc) throws Exception {
    return reader.storedFields().document(doc).get("uid");
  }

  private static Map<String, byte[]> files(Directory directory) throws Exception {
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : directory.listAll()) {
      try (IndexInput in = directory.openInput(name, IOContext.READONCE)) {
        byte[] bytes = new byte[(int) in.length()];
        in.readBytes(bytes, 0, bytes.length);
        files.put(name, bytes);
      }
    }
    return files;
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> actual) {
    assertEquals(expected.keySet(), actual.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(name, bytes, actual.get(name)));
  }
}
