// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.OneVersion;

/** The same application, before and after. */
public final class MovingFromIndexWriter {
  private MovingFromIndexWriter() {}

  public static void main(String[] args) throws IOException {
    System.out.println("before: " + count(before()));
    System.out.println("after: " + count(after()));
  }

  private static DirectoryReader before() throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (News.Report report : News.REPORTS) {
        writer.updateDocument(new Term("id", report.id()), News.document(report));
      }
      writer.setLiveCommitData(Map.of("offset", "5").entrySet());
      writer.commit();
    }
    return DirectoryReader.open(directory);
  }

  private static DirectoryReader after() throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
    CollapseConfig collapse = CollapseConfig.defaults().withIdField("id").withTextFields("text");
    try (CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, collapse, config)) {
      for (News.Report report : News.REPORTS) {
        writer.updateDocument(new Term("id", report.id()), News.document(report));
      }
      writer.setCommitData(Map.of("offset", "5"));
      writer.commit();
    }
    return OneVersion.wrap(DirectoryReader.open(directory));
  }

  private static String count(DirectoryReader opened) throws IOException {
    try (DirectoryReader reader = opened) {
      int hits = new IndexSearcher(reader).count(new TermQuery(new Term("text", "harbour")));
      return hits + " hits, offset " + reader.getIndexCommit().getUserData().get("offset");
    }
  }
}
