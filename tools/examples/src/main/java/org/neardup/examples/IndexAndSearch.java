// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersionSearcher;

/** Indexes reports, and searches one version of each. */
public final class IndexAndSearch {
  private IndexAndSearch() {}

  public static void main(String[] args) throws IOException {
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            new ByteBuffersDirectory(), CollapseConfig.defaults(), new IndexWriterConfig())) {
      for (News.Report report : News.REPORTS) {
        System.out.println(report.id() + ": " + writer.updateDocument(News.document(report)));
      }
      try (DirectoryReader reader = writer.openReader()) {
        IndexSearcher visible = new OneVersionSearcher(reader);
        System.out.println(visible.count(text("wharf")) + " visible with wharf");
        // Only a hidden version has this word: the search over all versions finds it.
        System.out.println(visible.count(text("yesterday")) + " visible with yesterday");
        IndexSearcher all = new IndexSearcher(reader);
        BestVersionDocs best = new BestVersionSearch(all).search(text("yesterday"), 10);
        for (BestVersionDocs.Hit hit : best.hits()) {
          System.out.println("best: " + all.storedFields().document(hit.doc().doc).get("id"));
        }
      }
      writer.deleteDocuments("fire-1");
      try (DirectoryReader reader = writer.openReader()) {
        System.out.println(
            new OneVersionSearcher(reader).count(text("wharf")) + " visible after the deletion");
      }
    }
  }

  private static Query text(String word) {
    return new TermQuery(new Term("text", word));
  }
}
