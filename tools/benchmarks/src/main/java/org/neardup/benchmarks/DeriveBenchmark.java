// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.codec.SketchField;
import org.neardup.codec.SketchedField;
import org.neardup.compare.SketchSettings;
import org.neardup.search.derived.DerivedGroups;
import org.neardup.search.derived.DocumentOrder;
import org.neardup.search.derived.GroupDeriver;

/**
 * Groups derived from an index that a plain writer wrote: from scratch, and after refreshes. Also
 * what the sketches add to indexing.
 */
public final class DeriveBenchmark {
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

  /**
   * Prints what it measures.
   *
   * @param args FILE of documents, or {@code -} for generated ones; {@code size=1000000} of
   *     generated ones, {@code refreshes=20}, {@code added=1000} documents before each
   */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      throw new IllegalArgumentException("usage: DeriveBenchmark FILE|- [name=value ...]");
    }
    Settings settings = Settings.parse(args, 1, "size", "refreshes", "added");
    Corpus corpus =
        args[0].equals("-")
            ? new MadeUp(settings.number("size", 1_000_000), new Texts(1))
            : Corpus.read(Path.of(args[0]), Integer.MAX_VALUE);
    new DeriveBenchmark(corpus, settings.number("refreshes", 20), settings.number("added", 1_000))
        .run();
  }

  private void run() throws IOException {
    Path folder = Files.createTempDirectory("neardup-benchmark");
    try (Directory directory = FSDirectory.open(folder);
        Directory plain = FSDirectory.open(folder.resolve("plain"))) {
      double without = index(plain, false);
      System.out.printf(Locale.ROOT, "indexing without sketches: %.1f s%n", without);
      double with = index(directory, true);
      System.out.printf(
          Locale.ROOT, "indexing with sketches: %.1f s, %.2f%n", with, with / without);
      fromScratch(directory, 1);
      fromScratch(directory, 1);
      fromScratch(directory, 2);
      refresh(directory);
    } finally {
      IOUtils.rm(folder);
    }
  }

  private double index(Directory directory, boolean sketched) throws IOException {
    long start = System.nanoTime();
    try (IndexWriter writer = open(directory)) {
      for (int i = 0; i < corpus.size() - refreshes * added; i++) {
        add(writer, i, sketched);
      }
    }
    return seconds(start);
  }

  private IndexWriter open(Directory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(64);
    config.setCodec(sketches.codec(config.getCodec()));
    return new IndexWriter(directory, config);
  }

  private void add(IndexWriter writer, int number, boolean sketched) throws IOException {
    Corpus.Text text = corpus.text(number);
    Document document = IndexRun.document(text);
    document.add(new NumericDocValuesField(ORDER, nextOrder++));
    if (sketched) {
      SketchedField field = sketches.of(document.getField("text"), null);
      document.removeField("text");
      document.add(field.indexed());
      field.sketch().ifPresent(document::add);
    }
    writer.addDocument(document);
  }

  private GroupDeriver deriver(ExecutorService executor) {
    return new GroupDeriver(sketches.name(), sketches.settings().threshold(), BY_ORDER, executor);
  }

  private void fromScratch(Directory directory, int threads) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory);
        ExecutorService executor = threads > 1 ? Executors.newFixedThreadPool(threads - 1) : null) {
      long start = System.nanoTime();
      DerivedGroups groups = deriver(executor).groups(reader);
      System.out.printf(
          Locale.ROOT,
          "from scratch, %d threads, %d segments: %.2f s; %,d of %,d hidden, %,d groups;"
              + " %.1f bytes a document%n",
          threads,
          reader.leaves().size(),
          seconds(start),
          groups.hidden(),
          groups.sketched(),
          groups.groups(),
          (double) groups.ramBytesUsed() / reader.numDocs());
    }
  }

  private void refresh(Directory directory) throws IOException {
    GroupDeriver deriver = deriver(null);
    List<Double> millis = new ArrayList<>();
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
        long start = System.nanoTime();
        deriver.groups(reader);
        millis.add(seconds(start) * 1e3);
      }
      reader.close();
    }
    System.out.println("refreshes with " + added + " new documents and a deletion, ms: ");
    millis.forEach(took -> System.out.printf(Locale.ROOT, " %.1f", took));
    List<Double> sorted = millis.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT, "%nmedian %.1f, most %.1f%n", sorted.get(sorted.size() / 2), sorted.getLast());
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
