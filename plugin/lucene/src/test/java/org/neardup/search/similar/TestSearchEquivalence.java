// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.SearchEquivalenceTestBase;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.neardup.analysis.Shingling;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.internal.codec.SketchValuesOnly;
import org.neardup.internal.record.NearDupFields;

/**
 * Our queries beside each other and beside Lucene's, under its filters, on an index of the hook.
 */
public class TestSearchEquivalence extends SearchEquivalenceTestBase {
  private static final int QUERIES = 5;
  private static final Query HIDDEN = new FieldExistsQuery(NearDupFields.HIDDEN);

  private static CollapseConfig config;
  private static List<String> texts;

  /** In place of the index that Lucene's test makes. */
  @BeforeClass
  public static void collapse() throws IOException {
    reader.close();
    directory.close();
    config =
        CollapseConfig.defaults()
            .withTextFields("field")
            .withShingling(Shingling.words(2))
            .withMinElements(2)
            .withMaxHeldBytes(random().nextInt(100_000));
    directory = newDirectory();
    texts = new ArrayList<>();
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            directory,
            config,
            newIndexWriterConfig(random(), analyzer).setCodec(new Lucene104Codec()))) {
      for (int i = atLeast(300); i > 0; i--) {
        texts.add(text());
        writer
            .decide(writer.prepare(document(texts.size() - 1)))
            .writeLater(e -> fail(e.getMessage()));
      }
      for (int i = texts.size() / 20; i > 0; i--) {
        writer.deleteDocuments(Integer.toString(random().nextInt(texts.size())));
      }
    }
    reader = DirectoryReader.open(directory);
    s1 = searcher((DirectoryReader) reader);
    s2 = searcher(new SketchValuesOnly((DirectoryReader) reader)); // compares all sketches
  }

  @AfterClass
  public static void forget() {
    config = null;
    texts = null;
  }

  private static IndexSearcher searcher(DirectoryReader over) throws IOException {
    IndexSearcher searcher = newSearcher(over);
    searcher.setQueryCache(null); // it would hide two-phase iterators
    return searcher;
  }

  private static Document document(int number) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(number), Field.Store.NO));
    document.add(new TextField("field", texts.get(number), Field.Store.NO));
    return document;
  }

  /** Letters, as Lucene's filters look for; often those of an earlier text but for a few. */
  private static String text() {
    List<String> letters = new ArrayList<>();
    if (!texts.isEmpty() && random().nextBoolean()) {
      letters.addAll(Arrays.asList(texts.get(random().nextInt(texts.size())).split(" ", -1)));
    }
    while (letters.size() < 30) {
      letters.add(letter());
    }
    for (int i = random().nextInt(4); i > 0; i--) {
      letters.set(random().nextInt(letters.size()), letter());
    }
    return String.join(" ", letters);
  }

  private static String letter() {
    return Character.toString('a' + random().nextInt(1 + random().nextInt(26)));
  }

  private static NearDuplicateQuery like(int number, double minimum) throws IOException {
    TextSketcher sketcher = config.textSketcher(analyzer);
    return NearDuplicateQuery.ofText(sketcher, texts.get(number), null, minimum)
            instanceof NearDuplicateQuery query
        ? query
        : like(random().nextInt(texts.size()), minimum); // a text of nothing but stop words
  }

  private static NearDuplicateQuery anyLike(double minimum) throws IOException {
    return like(random().nextInt(texts.size()), minimum);
  }

  private static double between(double from, double to) {
    return from + random().nextDouble() * (to - from);
  }

  private static Query both(Query one, Occur occur, Query other) {
    return new BooleanQuery.Builder().add(one, Occur.MUST).add(other, occur).build();
  }

  public void testBandsFindNothingThatAScanDoesNot() throws Exception {
    for (int i = 0; i < QUERIES; i++) {
      NearDuplicateQuery query = anyLike(between(0.05, 1));
      assertSubsetOf(query, query.exact());
    }
  }

  public void testNothingIsMissedFromTheCertainMinimumOn() throws Exception {
    double certain = NearDuplicateQuery.certainMinimum(config.textSketcher(analyzer).parameters());
    for (int i = 0; i < QUERIES; i++) {
      NearDuplicateQuery query = anyLike(between(certain, 1));
      assertSameScores(query, query.exact());
    }
  }

  public void testAHigherMinimumFindsASubset() throws Exception {
    for (int i = 0; i < QUERIES; i++) {
      double minimum = between(0.05, 0.95);
      NearDuplicateQuery query = anyLike(minimum);
      assertSubsetOf(query.withMinimum(between(minimum, 1)), query.exact());
    }
  }

  public void testAmongOtherQueries() throws Exception {
    NearDuplicateQuery query = anyLike(between(0.05, 0.95)).exact();
    TermQuery term = new TermQuery(randomTerm());
    assertSubsetOf(both(query, Occur.MUST, term), query);
    assertSubsetOf(both(query, Occur.MUST, term), term);
    assertSubsetOf(both(query, Occur.MUST_NOT, term), query);
    assertSameScores(both(query, Occur.SHOULD, query), both(query, Occur.MUST, query));
    Query either =
        new BooleanQuery.Builder().add(query, Occur.SHOULD).add(term, Occur.SHOULD).build();
    assertSubsetOf(query, either);
    assertSubsetOf(term, either);
  }

  public void testVisibleNearDuplicates() throws Exception {
    NearDuplicateQuery query = anyLike(between(0.05, 0.95)).exact();
    assertTrue(s1.count(HIDDEN) > 0);
    assertSubsetOf(both(query, Occur.MUST_NOT, HIDDEN), query);
  }

  public void testADocumentIsItsText() throws Exception {
    int number = random().nextInt(texts.size());
    Term id = new Term("id", Integer.toString(number));
    double minimum = between(0.05, 0.95);
    if (s1.count(new TermQuery(id)) > 0) { // it is not deleted
      assertSameScores(NearDuplicateQuery.ofDocument(id, minimum), like(number, minimum));
    }
  }
}
