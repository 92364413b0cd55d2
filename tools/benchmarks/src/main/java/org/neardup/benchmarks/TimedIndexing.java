// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOConsumer;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Preference;
import org.neardup.index.Variants;
import org.neardup.tools.index.NeardupIndex;

/**
 * One corpus indexed once, from opening an empty folder to the end of the commit.
 *
 * @param seconds of wall-clock time
 * @param cpuSeconds of all threads, so that merges count too, and other processes do not
 * @param documents in the index, which may be fewer than in the corpus
 * @param indexBytes size of the index
 */
record TimedIndexing(double seconds, double cpuSeconds, int documents, long indexBytes) {

  /** What indexes. */
  enum Engine {
    /** Lucene alone, adding documents. */
    STOCK,
    /** Lucene alone, replacing a document that has the same id, as the engines below do. */
    REPLACE,
    HIDE,
    DROP,
    /** Hides all but the last of near-duplicates. */
    LAST,
    /** As HIDE, then deletes all documents in their order, with a refresh every hundred. */
    EXPIRE;

    private Adder open(Directory directory, IndexWriterConfig writerConfig) throws IOException {
      if (this == STOCK || this == REPLACE) {
        IndexWriter writer = new IndexWriter(directory, writerConfig);
        return new Adder(this == STOCK ? writer::addDocument : doc -> replace(writer, doc), writer);
      }
      CollapseConfig config =
          CollapseConfig.defaults()
              .withVariants(this == DROP ? Variants.DROP : Variants.HIDE)
              .withPreference(this == LAST ? Preference.LAST : Preference.FIRST);
      CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, config, writerConfig);
      return new Adder(writer::updateDocument, writer);
    }

    private static void replace(IndexWriter writer, Document document) throws IOException {
      writer.updateDocument(new Term("id", document.get("id")), document);
    }
  }

  private record Adder(IOConsumer<Document> add, AutoCloseable writer) {}

  static TimedIndexing of(
      Engine engine, Corpus corpus, int threads, int bufferMegabytes, Analyzer analyzer)
      throws Exception {
    System.gc();
    try (Folder folder = Folder.temporary();
        Directory directory = FSDirectory.open(folder.path())) {
      Stopwatch watch = new Stopwatch();
      Adder adder =
          engine.open(
              directory, new IndexWriterConfig(analyzer).setRAMBufferSizeMB(bufferMegabytes));
      addAll(adder, corpus, threads);
      if (engine == Engine.EXPIRE) {
        deleteAll((CollapsingIndexWriter) adder.writer, corpus);
      }
      adder.writer.close();
      double seconds = watch.seconds();
      double cpuSeconds = watch.cpuSeconds();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        return new TimedIndexing(
            seconds, cpuSeconds, reader.numDocs(), NeardupIndex.bytes(directory));
      }
    }
  }

  private static void addAll(Adder adder, Corpus corpus, int threads) throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<Callable<Void>> tasks = Collections.nCopies(threads, () -> addSome(adder, corpus, next));
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (Future<Void> each : pool.invokeAll(tasks)) {
        each.get();
      }
    }
  }

  private static void deleteAll(CollapsingIndexWriter writer, Corpus corpus) throws IOException {
    for (int n = 0; n < corpus.size(); n++) {
      writer.deleteDocuments(corpus.text(n).id());
      if (n % 100 == 99) {
        writer.flush();
      }
    }
  }

  private static Void addSome(Adder adder, Corpus corpus, AtomicInteger next) throws IOException {
    for (int n = next.getAndIncrement(); n < corpus.size(); n = next.getAndIncrement()) {
      adder.add.accept(document(corpus.text(n)));
    }
    return null;
  }

  static Document document(Corpus.Text text) {
    Document document = new Document();
    document.add(new StringField("id", text.id(), Field.Store.YES));
    document.add(new TextField("text", text.text(), Field.Store.YES));
    return document;
  }
}
