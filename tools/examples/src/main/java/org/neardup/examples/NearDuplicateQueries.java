// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.similar.MostSimilar;
import org.neardup.search.similar.NearDuplicateQuery;

/** Finds what resembles a document of the index, or a text that is not in it. */
public final class NearDuplicateQueries {
  private NearDuplicateQueries() {}

  public static void main(String[] args) throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    CollapseConfig config = CollapseConfig.defaults();
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            new ByteBuffersDirectory(), config, new IndexWriterConfig(analyzer))) {
      for (News.Report report : News.REPORTS) {
        writer.updateDocument(News.document(report));
      }
      try (DirectoryReader reader = writer.openReader()) {
        IndexSearcher all = new IndexSearcher(reader);
        Query likeFire = NearDuplicateQuery.ofDocument("fire-1", .7);
        print(all, "like fire-1", all.search(likeFire, 10).scoreDocs);
        Query yesterday = new TermQuery(new Term("text", "yesterday"));
        Query both =
            new BooleanQuery.Builder()
                .add(likeFire, Occur.MUST)
                .add(yesterday, Occur.FILTER)
                .build();
        print(all, "like fire-1, with yesterday", all.search(both, 10).scoreDocs);
        String draft = News.REPORTS.getLast().text() + ", says the harbour master";
        Query likeDraft = NearDuplicateQuery.ofText(config.textSketcher(analyzer), draft, null, .3);
        print(all, "most like the draft", MostSimilar.search(all, likeDraft, null, 1).scoreDocs);
      }
    }
  }

  private static void print(IndexSearcher searcher, String title, ScoreDoc[] hits)
      throws IOException {
    System.out.println(title);
    for (ScoreDoc hit : hits) {
      String id = searcher.storedFields().document(hit.doc).get("id");
      System.out.println(String.format(Locale.ROOT, "  %.2f %s", hit.score, id));
    }
  }
}
