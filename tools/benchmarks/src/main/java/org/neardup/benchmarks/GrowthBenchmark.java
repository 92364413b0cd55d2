// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.neardup.benchmarks.IndexRun.Engine;

/** How indexing time grows with an index of {@linkplain MadeUp generated documents}. */
public final class GrowthBenchmark {
  private GrowthBenchmark() {}

  /**
   * Prints a line a size and engine.
   *
   * @param args {@code threads=1}, {@code sizes=250000,1000000}, {@code engines=stock,hide,drop}
   */
  public static void main(String[] args) throws Exception {
    Settings settings = Settings.parse(args, 0, "threads", "sizes", "engines");
    int threads = settings.number("threads", 1);
    Texts texts = new Texts(1);
    Analyzer analyzer = new StandardAnalyzer();
    System.out.println(
        "| documents | engine | s | CPU s | docs/s | probe µs | index MB | heap MB |");
    System.out.println("|--:|---|--:|--:|--:|--:|--:|--:|");
    IndexRun.of(Engine.HIDE, new MadeUp(50_000, texts), threads, analyzer); // warms up
    for (String size : settings.text("sizes", "250000,1000000").split(",", -1)) {
      Corpus corpus = new MadeUp(Integer.parseInt(size), texts);
      for (String name : settings.text("engines", "stock,hide,drop").split(",", -1)) {
        report(name, corpus, IndexRun.of(engine(name), corpus, threads, analyzer), threads);
      }
    }
  }

  private static Engine engine(String name) {
    return Engine.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static void report(String name, Corpus corpus, IndexRun run, int threads) {
    double probeSeconds = run.stages().get("probe") * run.seconds() * threads;
    System.out.printf(
        Locale.ROOT,
        "| %,d | %s | %.1f | %.1f | %,.0f | %.1f | %.0f | %.0f |%n",
        corpus.size(),
        name,
        run.seconds(),
        run.cpuSeconds(),
        corpus.size() / run.seconds(),
        probeSeconds / corpus.size() * 1e6,
        run.indexBytes() / 1e6,
        run.heapBytes() / 1e6);
  }
}
