// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.neardup.analysis.Shingling;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.internal.record.NearDupFields;

/** Searches that look at one document of each text, beside the same that look at all. */
public class TestTextRepresentatives extends LuceneTestCase {
  private static final Analyzer ANALYZER =
      new StandardAnalyzer(new CharArraySet(List.of("of"), false));
  private static final Sort NEWEST =
      new Sort(new SortedNumericSortField("date", SortField.Type.LONG, true));
  private static final String[] FIELDS = {"title", "text"};

  /** Documents that differ in what some searches tell, and the fields of all kinds. */
  public void testFindsTheSame() throws IOException {
    int skippedPairs = 0;
    for (int i = 0; i < atLeast(5); i++) {
      try (Directory directory = newDirectory()) {
        boolean hasDocValues = random().nextInt(4) == 0;
        write(directory, hasDocValues);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          skippedPairs += skippedPairs(reader);
          IndexSearcher searcher = new IndexSearcher(reader);
          for (int j = 0; j < 60; j++) {
            compare(searcher, query(hasDocValues));
          }
        }
      }
    }
    assertTrue("all documents were looked at", skippedPairs > 0);
  }

  private static void write(Directory directory, boolean hasDocValues) throws IOException {
    CollapseConfig config =
        CollapseConfig.defaults()
            .withTextFields(FIELDS)
            .withShingling(Shingling.words(1 + random().nextInt(2)))
            .withThreshold(0.3)
            .withMinElements(1 + random().nextInt(4));
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, config, new IndexWriterConfig(ANALYZER))) {
      for (int i = 0; i < 100; i++) {
        writer.updateDocument(document("d" + random().nextInt(80), hasDocValues));
        if (random().nextInt(20) == 0) {
          writer.flush();
        }
        if (random().nextInt(10) == 0) {
          writer.deleteDocuments("d" + random().nextInt(80));
        }
      }
    }
  }

  private static Document document(String id, boolean hasDocValues) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new LongField("date", random().nextInt(30), Field.Store.NO));
    int topic = random().nextInt(4);
    int title = random().nextInt(8);
    String text = text(topic);
    if (title < 4) {
      document.add(new TextField("title", "t" + title, Field.Store.YES));
    } else if (title == 4) { // the whole text
      document.add(new TextField("title", text, Field.Store.YES));
      return document;
    }
    boolean isRead = random().nextInt(16) == 0; // then the text is stored and another one indexed
    if (isRead) {
      document.add(new StoredField("text", text));
      document.add(new TextField("text", new StringReader(text(random().nextInt(4)))));
    } else {
      document.add(new TextField("text", text, Field.Store.YES));
    }
    if (hasDocValues) {
      document.add(new SortedDocValuesField("text", new BytesRef(word(random().nextInt(30)))));
    }
    return document;
  }

  private static String text(int topic) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      words.add(word(topic * 4 + i));
    }
    switch (random().nextInt(6)) {
      case 0 -> words.add(random().nextInt(9), "of");
      case 1 -> words.set(random().nextInt(8), word(random().nextInt(30)));
      case 2 -> Collections.swap(words, random().nextInt(8), random().nextInt(8));
      default -> {}
    }
    return String.join(random().nextBoolean() ? " " : ", ", words);
  }

  private static String word(int number) {
    return "w" + (char) ('a' + number);
  }

  private static int skippedPairs(DirectoryReader reader) throws IOException {
    VersionMap versions = VersionMap.of(reader);
    int count = versions.hidden.cardinality();
    List<Runs> firsts = TextRepresentatives.of(reader, versions).parts().hidden();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        boolean isHidden = versions.hidden.get(leaf.docBase + doc);
        count -= isHidden && firsts.get(leaf.ord).docs().get(doc) ? 1 : 0;
      }
    }
    return count;
  }

  private static Query query(boolean hasDocValues) {
    String field = RandomPicks.randomFrom(random(), FIELDS);
    String word = word(random().nextInt(24));
    return switch (random().nextInt(6)) {
      case 0 -> new TermQuery(new Term("title", "t" + random().nextInt(4)));
      case 1 -> new TermQuery(new Term(field, word));
      case 2 -> new PhraseQuery(field, word, word(random().nextInt(24)));
      case 3 -> {
        int first = random().nextInt(20);
        yield new PhraseQuery(random().nextInt(2), field, word(first), word(first + 1));
      }
      case 4 ->
          new PrefixQuery(
              new Term("text", word),
              hasDocValues && random().nextBoolean()
                  ? MultiTermQuery.DOC_VALUES_REWRITE
                  : MultiTermQuery.CONSTANT_SCORE_REWRITE);
      default ->
          new BooleanQuery.Builder()
              .add(new TermQuery(new Term(field, word)), Occur.SHOULD)
              .add(new TermQuery(new Term("text", word(random().nextInt(24)))), Occur.SHOULD)
              .add(
                  new TermQuery(new Term("text", word(random().nextInt(24)))),
                  random().nextBoolean() ? Occur.MUST_NOT : Occur.MUST)
              .build();
    };
  }

  private static void compare(IndexSearcher searcher, Query query) throws IOException {
    Query ofAllFields =
        new BooleanQuery.Builder()
            .add(query, Occur.MUST)
            .add(new TermQuery(new Term("id", "none")), Occur.MUST_NOT)
            .build();
    BestVersionSearch search = new BestVersionSearch(searcher);
    int n = 1 + random().nextInt(40);
    assertSame(query, search.search(ofAllFields, n), search.search(query, n));
    assertSame(query, search.search(ofAllFields, n, NEWEST), search.search(query, n, NEWEST));
  }

  private static void assertSame(Query query, BestVersionDocs expected, BestVersionDocs found) {
    assertEquals(query.toString(), expected.groups(), found.groups());
    assertEquals(query.toString(), expected.documents(), found.documents());
    assertEquals(describe(expected), describe(found));
  }

  private static List<String> describe(BestVersionDocs docs) {
    return docs.hits().stream()
        .map(
            hit ->
                Arrays.asList(
                        hit.doc().doc,
                        hit.doc().score,
                        hit.representative(),
                        hit.versions(),
                        hit.matchingVersions())
                    .toString())
        .toList();
  }

  public void testKnowsQueriesOfTheFieldsAlone() {
    TextQueries queries = new TextQueries(Set.of(FIELDS));
    Query inside = new TermQuery(new Term("text", "a"));
    Query outside = new TermQuery(new Term(NearDupFields.GROUP, "a"));
    for (Occur occur : Occur.values()) {
      BooleanQuery.Builder builder = new BooleanQuery.Builder().add(inside, occur);
      assertTrue(queries.include(builder.build()));
      assertFalse(queries.include(builder.add(outside, occur).build()));
    }
    assertTrue(queries.include(new PhraseQuery.Builder().build()));
    assertFalse(queries.include(LongField.newExactQuery("text", 1)));
    assertFalse(new TextQueries(Set.of()).include(inside));
  }
}
