// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.tools.cluster.ClusterCounts;
import org.neardup.tools.cluster.Clustering;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.input.InputDocument;

/**
 * How the time of clustering grows with the number of {@linkplain MadeUp generated documents}, on
 * all threads.
 */
public final class ClusterBenchmark {
  private static final int AT_ONCE = 10_000;

  private ClusterBenchmark() {}

  /**
   * Prints a line a size.
   *
   * @param args {@code sizes=1000000}, {@code candidates=lsh}, {@code sketch=fast:128}, {@code
   *     folder=…} for the temporary files
   */
  public static void main(String[] args) throws Exception {
    Settings settings = Settings.parse(args, 0, "sizes", "candidates", "sketch", "folder");
    String method = settings.text("candidates", "lsh").toUpperCase(Locale.ROOT);
    ClusterConfig config =
        ClusterConfig.defaults()
            .withCandidates(
                CandidateMethod.valueOf(method),
                SketchKind.parse(settings.text("sketch", "fast:128")));
    Path folder = Path.of(settings.text("folder", System.getProperty("java.io.tmpdir")));
    System.out.println(
        "| documents | candidates | near | clusters | s | docs/s | s of each stage | heap MB | disk"
            + " MB |");
    System.out.println("|--:|--:|--:|--:|--:|--:|---|--:|--:|");
    for (String size : settings.text("sizes", "1000000").split(",", -1)) {
      run(config, new MadeUp(Integer.parseInt(size), new Texts(1)), folder);
    }
  }

  private static void run(ClusterConfig config, Corpus corpus, Path parent) throws Exception {
    Path folder = Files.createTempDirectory(parent, "neardup");
    try (HeapWatch heap = new HeapWatch();
        Directory directory = FSDirectory.open(folder);
        Clustering clustering = new Clustering(config, new StandardAnalyzer(), directory)) {
      long start = System.nanoTime();
      for (int from = 0; from < corpus.size(); from += AT_ONCE) {
        for (ClusterDocument prepared : prepare(clustering, corpus, from)) {
          clustering.add(prepared);
        }
      }
      double readSeconds = (System.nanoTime() - start) * 1e-9;
      long bytes = bytes(directory);
      ClusterCounts counts =
          clustering.write(
              "output", config.settings(), Runtime.getRuntime().availableProcessors(), stage -> {});
      report(counts, readSeconds, (System.nanoTime() - start) * 1e-9, heap, bytes);
    } finally {
      IOUtils.rm(folder);
    }
  }

  private static List<ClusterDocument> prepare(Clustering clustering, Corpus corpus, int from) {
    return IntStream.range(from, Math.min(corpus.size(), from + AT_ONCE))
        .parallel()
        .mapToObj(number -> prepare(clustering, corpus.text(number)))
        .toList();
  }

  private static ClusterDocument prepare(Clustering clustering, Corpus.Text text) {
    try {
      return clustering.prepare(new InputDocument(text.id(), "", text.text(), Map.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long bytes(Directory directory) throws Exception {
    long bytes = 0;
    for (String name : directory.listAll()) {
      bytes += directory.fileLength(name);
    }
    return bytes;
  }

  private static void report(
      ClusterCounts counts, double readSeconds, double seconds, HeapWatch heap, long bytes) {
    System.out.printf(
        Locale.ROOT,
        "| %,d | %,d | %,d | %,d | %.1f | %,.0f | reading %.1f %s | %.0f | %.0f |%n",
        counts.documents(),
        counts.candidates(),
        counts.nearDuplicates(),
        counts.clusters(),
        seconds,
        counts.documents() / seconds,
        readSeconds,
        counts.stageSeconds(),
        heap.mostBytes() / 1e6,
        bytes / 1e6);
  }
}
