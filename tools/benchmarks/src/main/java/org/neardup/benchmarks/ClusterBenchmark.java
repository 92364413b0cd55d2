// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.io.function.Uncheck;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.tools.cluster.ClusterCounts;
import org.neardup.tools.cluster.Clustering;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.InputDocument;

/**
 * How the time of clustering grows with the number of {@linkplain MadeUp generated documents}, on
 * all threads.
 */
final class ClusterBenchmark {
  static final String USAGE = "sizes=1000000 candidates=lsh sketch=fast:128";

  private static final int AT_ONCE = 10_000;

  private ClusterBenchmark() {}

  /** Prints a line a size. */
  static void run(Settings settings) throws Exception {
    String method = settings.text("candidates").toUpperCase(Locale.ROOT);
    ClusterConfig config =
        ClusterConfig.defaults()
            .withCandidates(
                CandidateMethod.valueOf(method), SketchKind.parse(settings.text("sketch")));
    System.out.println(
        "| documents | candidates | near | clusters | s | docs/s | s of each stage | disk MB |");
    System.out.println("|--:|--:|--:|--:|--:|--:|---|--:|");
    for (String size : settings.list("sizes")) {
      run(config, Corpus.open("-", Integer.parseInt(size)));
    }
  }

  private static void run(ClusterConfig config, Corpus corpus) throws Exception {
    try (Folder folder = Folder.temporary();
        Directory directory = FSDirectory.open(folder.path());
        Clustering clustering =
            new Clustering(
                config, new StandardAnalyzer(), List.of(), List.of(), Workspace.of(directory))) {
      Stopwatch watch = new Stopwatch();
      for (int from = 0; from < corpus.size(); from += AT_ONCE) {
        for (ClusterDocument prepared : prepare(clustering, corpus, from)) {
          clustering.add(prepared);
        }
      }
      double readSeconds = watch.seconds();
      long bytes = NeardupIndex.bytes(directory);
      ClusterCounts counts =
          clustering.write(
              "output", config.settings(), Runtime.getRuntime().availableProcessors(), stage -> {});
      report(counts, readSeconds, watch.seconds(), bytes);
    }
  }

  private static List<ClusterDocument> prepare(Clustering clustering, Corpus corpus, int from) {
    return IntStream.range(from, Math.min(corpus.size(), from + AT_ONCE))
        .parallel()
        .mapToObj(number -> Uncheck.get(() -> clustering.prepare(input(corpus.text(number)))))
        .toList();
  }

  private static InputDocument input(Corpus.Text text) {
    return new InputDocument(text.id(), "", text.text(), Map.of());
  }

  private static void report(ClusterCounts counts, double readSeconds, double seconds, long bytes) {
    System.out.printf(
        Locale.ROOT,
        "| %,d | %,d | %,d | %,d | %.1f | %,.0f | reading %.1f %s | %.0f |%n",
        counts.documents(),
        counts.candidates(),
        counts.nearDuplicates(),
        counts.clusters(),
        seconds,
        counts.documents() / seconds,
        readSeconds,
        counts.stageSeconds(),
        bytes / 1e6);
  }
}
