// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.search.stored.StoredTextCollapse;
import org.neardup.search.stored.StoredTextPages;

/** {@link QueryTimeSearch} beside {@link StoredTextCollapse}, which remembers nothing. */
public class TestQueryTimeSearch extends LuceneTestCase {
  private static final int DOCUMENTS = 1200;

  public void testFindsTheSame() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        check(new IndexSearcher(reader));
      }
    }
  }

  private static void check(IndexSearcher searcher) throws IOException {
    StoredTextCollapse settings = StoredTextCollapse.of(new StandardAnalyzer(), "text");
    for (int remembered : new int[] {0, 100, DOCUMENTS}) {
      var search = new QueryTimeSearch(searcher, settings, remembered);
      for (int i = 0; i < 8; i++) {
        var query = new TermQuery(new Term("text", i == 0 ? "all" : "w" + random().nextInt(30)));
        int n = 1 + random().nextInt(i == 0 ? DOCUMENTS : 50);
        List<StoredTextPages.Hit> expected =
            settings.pages(searcher, query, Sort.RELEVANCE).next(n);
        assertEquals(
            expected.stream().map(hit -> text(hit.doc())).toList(),
            search.search(query, n).stream().map(TestQueryTimeSearch::text).toList());
      }
    }
  }

  /** The document, its score and where it is from. */
  private static String text(ScoreDoc doc) {
    return doc.toString();
  }

  /** Texts, of which many differ from an earlier one in a few words; some are empty or short. */
  private static void index(Directory directory) throws IOException {
    List<String[]> texts = new ArrayList<>();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < DOCUMENTS; i++) {
        String[] words =
            texts.isEmpty() || random().nextInt(3) == 0
                ? new String[random().nextInt(4) == 0 ? random().nextInt(9) : 60]
                : texts.get(random().nextInt(texts.size())).clone();
        boolean isNew = Arrays.asList(words).contains(null);
        for (int j = 0; j < words.length; j++) {
          if (isNew || random().nextInt(100) == 0) {
            words[j] = "w" + random().nextInt(30);
          }
        }
        texts.add(words);
        Document document = new Document();
        document.add(new TextField("text", "all " + String.join(" ", words), Field.Store.YES));
        writer.addDocument(document);
      }
    }
  }
}
