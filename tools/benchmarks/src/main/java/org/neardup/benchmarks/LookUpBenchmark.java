// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.DecidedDocument;
import org.neardup.index.PreparedDocument;

/**
 * The time of {@link CollapsingIndexWriter#decide}, which is mostly looking candidates up, when
 * {@linkplain MadeUp generated documents} are added to an index of a given size. Indexes of all
 * sizes take turns, and none keeps what is added.
 *
 * <p>{@code folder=DIR} keeps the indexes and uses those that are there; {@code preload=true} maps
 * the whole index when it is opened, instead of what is read as it is read.
 */
record LookUpBenchmark(Corpus corpus, int size, Path folder, boolean preload) {
  static final String USAGE = "sizes=100000,1000000 rounds=5 folder= preload=false";

  private static final int WARM_UP = 5_000; // the first of them waits until filters are filled
  private static final int ADDED = 50_000;

  /** Prints a line a size: figures of all rounds, and the ratios to the first size. */
  static void run(Settings settings) throws IOException {
    try (Folder folder = Folder.of(settings.text("folder"))) {
      Map<String, LookUpBenchmark> indexes = new LinkedHashMap<>();
      for (String name : settings.list("sizes")) {
        int size = Integer.parseInt(name);
        LookUpBenchmark index =
            new LookUpBenchmark(
                Corpus.open("-", size + WARM_UP + ADDED),
                size,
                folder.path().resolve(name),
                settings.flag("preload"));
        index.build();
        indexes.put(name, index);
      }
      Turns micros = new Turns();
      for (int round = -1; round < settings.number("rounds"); round++) {
        for (Map.Entry<String, LookUpBenchmark> index : indexes.entrySet()) {
          double took = index.getValue().measure();
          if (round >= 0) { // before, code was not compiled yet
            micros.add(index.getKey(), took);
          }
        }
      }
      System.out.println("| documents | segments | decide µs | least | most | of the first |");
      System.out.println("|--:|--:|--:|--:|--:|--:|");
      for (Map.Entry<String, LookUpBenchmark> index : indexes.entrySet()) {
        index.getValue().report(micros, index.getKey());
      }
    }
  }

  private void build() throws IOException {
    try (Directory directory = FSDirectory.open(folder)) {
      if (!DirectoryReader.indexExists(directory)) {
        try (CollapsingIndexWriter writer = open(directory, new TieredMergePolicy())) {
          add(writer, 0, size);
        }
      }
    }
  }

  /** What deciding on a document takes, in microseconds. */
  private double measure() throws IOException {
    try (MMapDirectory directory = new MMapDirectory(folder)) {
      directory.setPreload((name, context) -> preload);
      CollapsingIndexWriter writer = open(directory, NoMergePolicy.INSTANCE);
      try {
        add(writer, size, size + WARM_UP);
        return add(writer, size + WARM_UP, corpus.size()) / 1e3 / ADDED;
      } finally {
        writer.rollback();
      }
    }
  }

  private static CollapsingIndexWriter open(Directory directory, MergePolicy merges)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
    return CollapsingIndexWriter.open(
        directory,
        CollapseConfig.defaults(),
        config.setRAMBufferSizeMB(256).setMergePolicy(merges));
  }

  /** Returns the nanoseconds of all decisions. */
  private long add(CollapsingIndexWriter writer, int from, int to) throws IOException {
    long nanos = 0;
    for (int i = from; i < to; i++) {
      PreparedDocument prepared = writer.prepare(TimedIndexing.document(corpus.text(i)));
      long start = System.nanoTime();
      DecidedDocument decided = writer.decide(prepared);
      nanos += System.nanoTime() - start;
      decided.write();
    }
    return nanos;
  }

  private void report(Turns micros, String name) throws IOException {
    try (Directory directory = FSDirectory.open(folder);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      System.out.printf(
          Locale.ROOT,
          "| %,d | %d | %.1f | %.1f | %.1f | %.2f |%n",
          size,
          reader.leaves().size(),
          micros.median(name),
          micros.quantile(name, 0),
          micros.quantile(name, 1),
          micros.ratio(name));
    }
  }
}
