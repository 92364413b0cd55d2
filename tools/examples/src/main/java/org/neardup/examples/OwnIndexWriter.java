// SPDX-License-Identifier: Apache-2.0
package org.neardup.examples;

import java.io.IOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.codec.SketchField;
import org.neardup.compare.SketchSettings;
import org.neardup.search.OneVersion;
import org.neardup.search.derived.DocumentOrder;
import org.neardup.search.derived.GroupDeriver;

/** Keeps Lucene's own writer: documents carry sketches, and each reader's groups follow. */
public final class OwnIndexWriter {
  private OwnIndexWriter() {}

  public static void main(String[] args) throws IOException {
    StandardAnalyzer analyzer = new StandardAnalyzer();
    SketchField sketches = new SketchField("text_sketch", SketchSettings.DEFAULTS, analyzer);
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setCodec(sketches.codec(config.getCodec()));
    GroupDeriver groups = new GroupDeriver("text_sketch", .8, DocumentOrder.BY_NUMBER, null);
    try (IndexWriter writer = new IndexWriter(new ByteBuffersDirectory(), config)) {
      for (News.Report report : News.REPORTS) {
        Document document = News.document(report);
        document.removeField("text");
        sketches.of(new TextField("text", report.text(), Store.YES), null).forEach(document::add);
        writer.addDocument(document);
      }
      print(writer, groups);
      writer.deleteDocuments(new Term("id", "ferry-1"));
      print(writer, groups);
    }
  }

  private static void print(IndexWriter writer, GroupDeriver groups) throws IOException {
    try (DirectoryReader reader = OneVersion.wrap(DirectoryReader.open(writer), groups)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      var hits = searcher.search(new TermQuery(new Term("text", "bay")), 10).scoreDocs;
      String id = searcher.storedFields().document(hits[0].doc).get("id");
      System.out.println(hits.length + " hit, " + id + "; " + reader.numDocs() + " visible");
    }
  }
}
