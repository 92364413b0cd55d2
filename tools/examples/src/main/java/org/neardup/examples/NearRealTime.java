// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.io.IOException;
import java.time.Duration;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.facet.FacetsCollector;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.sortedset.DefaultSortedSetDocValuesReaderState;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.CollapsingRefreshThread;
import org.neardup.index.CollapsingSearcherManager;
import org.neardup.search.OneVersion;

/** Searches what was written a moment ago, with Lucene's own facets and highlighter. */
public final class NearRealTime {
  private NearRealTime() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    FacetsConfig facets = new FacetsConfig();
    try (CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                new ByteBuffersDirectory(),
                CollapseConfig.defaults(),
                new IndexWriterConfig(analyzer));
        CollapsingSearcherManager manager =
            new CollapsingSearcherManager(writer, OneVersion::wrap, null)) {
      CollapsingRefreshThread refresh =
          new CollapsingRefreshThread(manager, Duration.ofSeconds(1), Duration.ofMillis(10));
      for (News.Report report : News.REPORTS) {
        Document document = News.document(report);
        document.add(new SortedSetDocValuesFacetField("site", report.site()));
        writer.updateDocument(facets.build(document));
      }
      manager.waitForGeneration(writer.generation()); // the thread refreshes
      IndexSearcher searcher = manager.acquire();
      try {
        Query query = new TermQuery(new Term("text", "bay"));
        TopDocs hits = searcher.search(query, 10);
        UnifiedHighlighter highlighter = new UnifiedHighlighter.Builder(searcher, analyzer).build();
        for (String snippet : highlighter.highlight("text", query, hits)) {
          System.out.println(snippet);
        }
        FacetsCollector matching = searcher.search(query, new FacetsCollectorManager());
        var state = new DefaultSortedSetDocValuesReaderState(searcher.getIndexReader(), facets);
        System.out.println(
            new SortedSetDocValuesFacetCounts(state, matching).getTopChildren(10, "site"));
      } finally {
        manager.release(searcher);
        refresh.close();
      }
    }
  }
}
