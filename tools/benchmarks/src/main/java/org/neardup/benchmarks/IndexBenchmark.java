// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.neardup.benchmarks.TimedIndexing.Engine;
import org.neardup.index.CollapsingIndexWriter;

/**
 * Whole runs side by side: stock {@link IndexWriter} and {@link CollapsingIndexWriter} with
 * variants hidden and dropped, on the same documents and threads, in one process, taking turns.
 *
 * <p>Each FILE is a corpus, {@code -} one of made-up documents and {@code template:KIND} one of
 * pages of a template, both in each of {@code sizes}. {@code words=30} cuts documents into so many
 * words first, and {@code copies=0.3} leaves this share of near-copies in. Engines are those of
 * {@link Engine}. The analyzer is {@code standard}, {@code english} or {@code wrapped}, the
 * standard one in a class of its own. {@code plot=FILE.svg} draws the seconds.
 */
final class IndexBenchmark {
  static final String USAGE =
      "FILE|-|template:KIND... threads=1 rounds=5 words= copies= analyzer=standard buffer=256"
          + " engines=stock,replace,hide,drop sizes=250000,1000000 warmup=true plot=";

  private final Settings settings;
  private final int threads;
  private final int buffer;
  private final Analyzer analyzer;
  private final List<BarPlot.Bars> plotted = new ArrayList<>();

  private IndexBenchmark(Settings settings) {
    this.settings = settings;
    threads = settings.number("threads");
    buffer = settings.number("buffer");
    analyzer = analyzer(settings.text("analyzer"));
  }

  static void run(Settings settings) throws Exception {
    IndexBenchmark benchmark = new IndexBenchmark(settings);
    for (String file : settings.arguments()) {
      for (String size : Files.exists(Path.of(file)) ? List.of("0") : settings.list("sizes")) {
        String name = Path.of(file).getFileName().toString().replaceFirst("\\..*", "");
        benchmark.compare(name, benchmark.corpus(file, Integer.parseInt(size)));
      }
    }
    BarPlot.write(
        settings,
        "Time to index, with stock Lucene as 1",
        benchmark.plotted,
        "IndexBenchmark, threads=" + benchmark.threads);
  }

  private Corpus corpus(String file, int size) throws IOException {
    Corpus corpus = Corpus.open(file, size);
    if (settings.has("words")) {
      corpus = corpus.cut(settings.number("words"));
    }
    if (settings.has("copies")) {
      corpus = corpus.withCopies(settings.share("copies"));
    }
    return corpus;
  }

  private static Analyzer analyzer(String name) {
    return switch (name) {
      case "standard" -> new StandardAnalyzer();
      case "english" -> new EnglishAnalyzer();
      case "wrapped" -> new PerFieldAnalyzerWrapper(new StandardAnalyzer());
      default ->
          throw new IllegalArgumentException(
              "analyzer must be standard, english or wrapped, got " + name);
    };
  }

  private void compare(String name, Corpus corpus) throws Exception {
    Turns seconds = new Turns();
    Turns cpuSeconds = new Turns();
    Map<String, TimedIndexing> last = new LinkedHashMap<>();
    for (int round = settings.flag("warmup") ? -1 : 0; round < settings.number("rounds"); round++) {
      for (String engine : settings.list("engines")) {
        TimedIndexing run = run(engine, corpus, round);
        if (round >= 0) {
          seconds.add(engine, run.seconds());
          cpuSeconds.add(engine, run.cpuSeconds());
          last.put(engine, run);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %,d documents, %.1f MB of text, threads=%d, Java %s%n",
        name,
        corpus.size(),
        corpus.bytes() / 1e6,
        threads,
        Runtime.version());
    report(corpus, seconds, cpuSeconds, last);
    plotted.add(bars(name, corpus, seconds, last));
  }

  private TimedIndexing run(String name, Corpus corpus, int round) throws Exception {
    Engine engine = Engine.valueOf(name.toUpperCase(Locale.ROOT));
    TimedIndexing run = TimedIndexing.of(engine, corpus, threads, buffer, analyzer);
    System.err.printf(
        Locale.ROOT,
        "round %d: %-7s %7.2f s %7.2f s CPU%n",
        round + 1, // of which 0 warms up
        name,
        run.seconds(),
        run.cpuSeconds());
    return run;
  }

  private static void report(
      Corpus corpus, Turns seconds, Turns cpuSeconds, Map<String, TimedIndexing> last) {
    System.out.println("| engine | s | of first | CPU s | of first | docs/s | index MB |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|");
    last.forEach(
        (name, run) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %s | %.2f | %s | %,.0f | %.1f |%n",
                name,
                seconds.median(name),
                seconds.ratios(name),
                cpuSeconds.median(name),
                cpuSeconds.ratios(name),
                corpus.size() / seconds.median(name),
                run.indexBytes() / 1e6));
  }

  /** What the table says of the seconds, to be drawn. */
  private static BarPlot.Bars bars(
      String corpusName, Corpus corpus, Turns seconds, Map<String, TimedIndexing> last) {
    String copies =
        last.containsKey("drop")
            ? String.format(
                Locale.ROOT,
                ", %.0f %% near-copies",
                100.0 * (corpus.size() - last.get("drop").documents()) / corpus.size())
            : "";
    return new BarPlot.Bars(
        String.format(Locale.ROOT, "%s: %,d documents%s", corpusName, corpus.size(), copies),
        seconds,
        String.format(Locale.ROOT, "%.1f s", seconds.median(seconds.first())));
  }
}
