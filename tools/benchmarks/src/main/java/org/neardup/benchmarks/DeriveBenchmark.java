// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.codec.SketchField;
import org.neardup.compare.SketchSettings;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.DocumentOrder;
import org.neardup.search.derived.GroupDeriver;

/**
 * Groups derived from an index that a plain writer wrote: from scratch, and after refreshes. Also
 * what the sketches add to indexing.
 */
final class DeriveBenchmark {
  static final String USAGE = "FILE|- size=1000000 refreshes=20 added=1000";

  private static final String ORDER = "seq";
  private static final DocumentOrder BY_ORDER = DocumentOrder.ascending(ORDER);

  private final Corpus corpus;
  private final Analyzer analyzer = new StandardAnalyzer();
  private final SketchField sketches = new SketchField("sketch", SketchSettings.DEFAULTS, analyzer);
  private final int refreshes;
  private final int added;
  private long nextOrder;

  private DeriveBenchmark(Corpus corpus, int refreshes, int added) throws IOException {
    this.corpus = corpus;
    this.refreshes = refreshes;
    this.added = added;
  }

  /** Prints what it measures; {@code added} documents come before each refresh. */
  static void run(Settings settings) throws IOException {
    Corpus corpus = Corpus.open(settings.argument(0), settings.number("size"));
    new DeriveBenchmark(corpus, settings.number("refreshes"), settings.number("added")).run();
  }

  private void run() throws IOException {
    try (Folder folder = Folder.temporary();
        Directory directory = FSDirectory.open(folder.path());
        Directory plain = FSDirectory.open(folder.path().resolve("plain"))) {
      double without = index(plain, false);
      System.out.printf(Locale.ROOT, "indexing without sketches: %.1f s%n", without);
      double with = index(directory, true);
      System.out.printf(
          Locale.ROOT, "indexing with sketches: %.1f s, %.2f%n", with, with / without);
      fromScratch(directory, 1);
      fromScratch(directory, 1);
      fromScratch(directory, 2);
      refresh(directory);
    }
  }

  private double index(Directory directory, boolean sketched) throws IOException {
    Stopwatch watch = new Stopwatch();
    try (IndexWriter writer = open(directory)) {
      for (int i = 0; i < corpus.size() - refreshes * added; i++) {
        add(writer, i, sketched);
      }
    }
    return watch.seconds();
  }

  private IndexWriter open(Directory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(64);
    config.setCodec(sketches.codec(config.getCodec()));
    return new IndexWriter(directory, config);
  }

  private void add(IndexWriter writer, int number, boolean sketched) throws IOException {
    Corpus.Text text = corpus.text(number);
    Document document = TimedIndexing.document(text);
    document.add(new NumericDocValuesField(ORDER, nextOrder++));
    if (sketched) {
      List<IndexableField> both = sketches.of(document.getField("text"), null);
      document.removeField("text");
      both.forEach(document::add);
    }
    writer.addDocument(document);
  }

  private GroupDeriver deriver(ExecutorService executor) {
    return new GroupDeriver(sketches.name(), sketches.settings().threshold(), BY_ORDER, executor);
  }

  private void fromScratch(Directory directory, int threads) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory);
        ExecutorService executor = threads > 1 ? Executors.newFixedThreadPool(threads - 1) : null) {
      Stopwatch watch = new Stopwatch();
      DerivedGroups groups = deriver(executor).groups(reader);
      System.out.printf(
          Locale.ROOT,
          "from scratch, %d threads, %d segments: %.2f s; %,d of %,d hidden, %,d groups;"
              + " %.1f bytes a document%n",
          threads,
          reader.leaves().size(),
          watch.seconds(),
          groups.hidden(),
          groups.sketched(),
          groups.groups(),
          (double) groups.ramBytesUsed() / reader.numDocs());
    }
  }

  private void refresh(Directory directory) throws IOException {
    GroupDeriver deriver = deriver(null);
    Turns millis = new Turns();
    try (IndexWriter writer = open(directory)) {
      DirectoryReader reader = DirectoryReader.open(writer);
      deriver.groups(reader);
      int number = corpus.size() - refreshes * added;
      while (number + added <= corpus.size()) {
        for (int end = number + added; number < end; number++) {
          add(writer, number, true);
        }
        writer.deleteDocuments(new Term("id", corpus.text(number / 2).id()));
        DirectoryReader newer = DirectoryReader.openIfChanged(reader);
        reader.close();
        reader = newer;
        Stopwatch watch = new Stopwatch();
        deriver.groups(reader);
        millis.add("refresh", watch.seconds() * 1e3);
      }
      reader.close();
    }
    System.out.printf(
        Locale.ROOT,
        "refreshes with %,d new documents and a deletion: median %.1f ms, most %.1f ms%n",
        added,
        millis.median("refresh"),
        millis.quantile("refresh", 1));
  }
}
