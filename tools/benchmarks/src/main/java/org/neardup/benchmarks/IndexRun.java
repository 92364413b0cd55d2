// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Variants;

/**
 * One corpus indexed once, from opening an empty folder to the end of the commit.
 *
 * @param seconds of wall-clock time
 * @param cpuSeconds of all threads, so that merges count too, and other processes do not
 * @param documents in the index, which may be fewer than in the corpus
 * @param indexBytes size of the index
 * @param heapBytes the most in use after a garbage collection
 * @param stages shares of the indexing threads' time
 */
record IndexRun(
    double seconds,
    double cpuSeconds,
    int documents,
    long indexBytes,
    long heapBytes,
    Map<String, Double> stages) {

  /** What indexes. */
  enum Engine {
    /** Lucene alone, adding documents. */
    STOCK,
    /** Lucene alone, replacing a document that has the same id, as the engines below do. */
    REPLACE,
    HIDE,
    DROP;

    private Adder open(Directory directory, Analyzer analyzer) throws IOException {
      IndexWriterConfig writerConfig = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(256);
      if (this == STOCK || this == REPLACE) {
        IndexWriter writer = new IndexWriter(directory, writerConfig);
        return new Adder(this == STOCK ? writer::addDocument : doc -> replace(writer, doc), writer);
      }
      CollapseConfig config =
          CollapseConfig.defaults().withVariants(this == HIDE ? Variants.HIDE : Variants.DROP);
      CollapsingIndexWriter writer = CollapsingIndexWriter.open(directory, config, writerConfig);
      return new Adder(writer::updateDocument, writer);
    }

    private static void replace(IndexWriter writer, Document document) throws IOException {
      writer.updateDocument(new Term("id", document.get("id")), document);
    }
  }

  @FunctionalInterface
  private interface Add {
    void add(Document document) throws IOException;
  }

  private record Adder(Add add, AutoCloseable writer) {}

  static IndexRun of(Engine engine, Corpus corpus, int threads, Analyzer analyzer)
      throws Exception {
    Path folder = Files.createTempDirectory("neardup-benchmark");
    System.gc();
    try (Directory directory = FSDirectory.open(folder);
        HeapWatch heap = new HeapWatch()) {
      long start = System.nanoTime();
      long startCpu = cpuNanos();
      Adder adder = engine.open(directory, analyzer);
      Map<String, Double> stages = addAll(adder, corpus, threads);
      adder.writer.close();
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpuSeconds = (cpuNanos() - startCpu) / 1e9;
      return new IndexRun(
          seconds, cpuSeconds, documents(directory), bytes(directory), heap.mostBytes(), stages);
    } finally {
      IOUtils.rm(folder);
    }
  }

  /** What all threads of the process took so far. */
  static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Map<String, Double> addAll(Adder adder, Corpus corpus, int threads)
      throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<Thread> workers = new ArrayList<>();
    List<Future<?>> results = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads, work -> worker(work, workers));
    for (int i = 0; i < threads; i++) {
      results.add(pool.submit(() -> addSome(adder, corpus, next)));
    }
    try (StackSampler sampler = new StackSampler(workers)) {
      for (Future<?> result : results) {
        result.get();
      }
      return sampler.shares();
    } finally {
      pool.shutdown();
    }
  }

  private static Thread worker(Runnable work, List<Thread> workers) {
    Thread thread = new Thread(work, "indexer");
    workers.add(thread);
    return thread;
  }

  private static Void addSome(Adder adder, Corpus corpus, AtomicInteger next) throws IOException {
    for (int n = next.getAndIncrement(); n < corpus.size(); n = next.getAndIncrement()) {
      adder.add.add(document(corpus.text(n)));
    }
    return null;
  }

  static Document document(Corpus.Text text) {
    Document document = new Document();
    document.add(new StringField("id", text.id(), Field.Store.YES));
    document.add(new TextField("text", text.text(), Field.Store.YES));
    return document;
  }

  private static int documents(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return reader.numDocs();
    }
  }

  private static long bytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    return bytes;
  }
}
