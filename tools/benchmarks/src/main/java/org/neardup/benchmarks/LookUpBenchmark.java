// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;

/**
 * The time of looking up candidates when {@linkplain MadeUp generated documents} are added to an
 * index of a given size. Indexes of all sizes take turns, and none keeps what is added.
 */
public final class LookUpBenchmark {
  private static final int WARM_UP = 5_000; // the first of them waits until filters are filled
  private static final int ADDED = 50_000;

  private final Corpus corpus;
  private final int size;
  private final Path folder;
  private final boolean preload;
  private final List<Double> micros = new ArrayList<>();

  private LookUpBenchmark(int size, Texts texts, Path parent, boolean preload) throws IOException {
    corpus = new MadeUp(size + WARM_UP + ADDED, texts);
    this.size = size;
    this.preload = preload;
    folder = Files.createDirectories(parent.resolve(Integer.toString(size)));
  }

  /**
   * Prints a line a size: the median of rounds, and that of the ratios to the first size.
   *
   * @param args {@code sizes=100000,1000000}, {@code rounds=5}, {@code folder=} of indexes to use
   *     again, each made where it is missing; without it they are made anew and deleted; {@code
   *     preload=true} to map the whole index when it is opened, instead of what is read as it is
   *     read
   */
  public static void main(String[] args) throws IOException {
    Settings settings = Settings.parse(args, 0, "sizes", "rounds", "folder", "preload");
    boolean isKept = settings.has("folder");
    Path parent =
        isKept
            ? Path.of(settings.text("folder", ""))
            : Files.createTempDirectory("neardup-benchmark");
    boolean preload = Boolean.parseBoolean(settings.text("preload", "false"));
    Texts texts = new Texts(1);
    List<LookUpBenchmark> indexes = new ArrayList<>();
    try {
      for (String size : settings.text("sizes", "100000,1000000").split(",", -1)) {
        LookUpBenchmark index = new LookUpBenchmark(Integer.parseInt(size), texts, parent, preload);
        indexes.add(index);
        index.build();
      }
      for (int round = -1; round < settings.number("rounds", 5); round++) {
        for (LookUpBenchmark index : indexes) {
          double took = index.measure();
          if (round >= 0) { // before, code was not compiled yet
            index.micros.add(took);
          }
        }
      }
      System.out.println("| documents | segments | probe µs | least | most | of the first |");
      System.out.println("|--:|--:|--:|--:|--:|--:|");
      for (LookUpBenchmark index : indexes) {
        index.report(indexes.getFirst());
      }
    } finally {
      if (!isKept) {
        IOUtils.rm(parent);
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

  /** What a document takes, in microseconds. */
  private double measure() throws IOException {
    try (MMapDirectory directory = new MMapDirectory(folder)) {
      directory.setPreload((name, context) -> preload);
      CollapsingIndexWriter writer = open(directory, NoMergePolicy.INSTANCE);
      add(writer, size, size + WARM_UP);
      long start = System.nanoTime();
      try (StackSampler sampler = new StackSampler(List.of(Thread.currentThread()))) {
        add(writer, size + WARM_UP, corpus.size());
        return (System.nanoTime() - start) / 1e3 / ADDED * sampler.shares().get("probe");
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

  private void add(CollapsingIndexWriter writer, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      writer.updateDocument(IndexRun.document(corpus.text(i)));
    }
  }

  private void report(LookUpBenchmark first) throws IOException {
    double[] all = micros.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double[] ratios = new double[all.length];
    Arrays.setAll(ratios, round -> micros.get(round) / first.micros.get(round));
    Arrays.sort(ratios);
    try (Directory directory = FSDirectory.open(folder);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      System.out.printf(
          Locale.ROOT,
          "| %,d | %d | %.1f | %.1f | %.1f | %.2f |%n",
          size,
          reader.leaves().size(),
          all[all.length / 2],
          all[0],
          all[all.length - 1],
          ratios[ratios.length / 2]);
    }
  }
}
