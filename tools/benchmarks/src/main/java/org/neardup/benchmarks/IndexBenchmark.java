// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.neardup.benchmarks.IndexRun.Engine;
import org.neardup.index.CollapsingIndexWriter;

/**
 * Whole runs side by side: stock {@link IndexWriter} and {@link CollapsingIndexWriter} with
 * variants hidden and dropped, on the same documents and threads, in one process, taking turns.
 */
public final class IndexBenchmark {
  private IndexBenchmark() {}

  /**
   * Runs the comparison on each file and prints a table: of each engine the median run by processor
   * time, the median of its ratios to the first engine's run of the same round, and where the time
   * of the indexing threads went.
   *
   * @param args FILE.jsonl.gz, one or more, then any of {@code threads=1}, {@code rounds=3}, {@code
   *     most=N} documents, {@code copies=0.3} the share of near-copies to leave in, {@code
   *     words=30} so many to cut documents into first, {@code join=1} so many of what is left in a
   *     row to make one longer document, {@code analyzer=standard}, or english or wrapped, which is
   *     the standard one in a class of its own, {@code engines=stock,replace,hide,drop}, {@code
   *     plot=FILE.svg} to draw the seconds in
   */
  public static void main(String[] args) throws Exception {
    List<Path> files =
        Stream.of(args).takeWhile(argument -> !argument.contains("=")).map(Path::of).toList();
    Settings settings =
        Settings.parse(
            args,
            files.size(),
            "threads",
            "rounds",
            "most",
            "words",
            "copies",
            "join",
            "analyzer",
            "engines",
            "plot");
    List<IndexPlot.Bars> plotted = new ArrayList<>();
    for (Path file : files) {
      plotted.add(compare(file, settings));
    }
    if (settings.has("plot")) {
      int threads = settings.number("threads", 1);
      Files.writeString(Path.of(settings.text("plot", "")), IndexPlot.svg(plotted, threads));
    }
  }

  private static IndexPlot.Bars compare(Path file, Settings settings) throws Exception {
    Analyzer analyzer = analyzer(settings.text("analyzer", "standard"));
    int threads = settings.number("threads", 1);
    int rounds = settings.number("rounds", 3);
    Corpus corpus = corpus(file, settings);
    Map<Engine, List<IndexRun>> runs = new EnumMap<>(Engine.class);
    for (String name : settings.text("engines", "stock,replace,hide,drop").split(",", -1)) {
      runs.put(Engine.valueOf(name.toUpperCase(Locale.ROOT)), new ArrayList<>());
    }
    runRound(runs.keySet(), corpus, threads, analyzer, "warm-up ");
    for (int round = 0; round < rounds; round++) {
      runRound(runs.keySet(), corpus, threads, analyzer, "")
          .forEach((engine, run) -> runs.get(engine).add(run));
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %,d documents, %.1f MB of text, threads=%d, Java %s%n",
        file.getFileName(),
        corpus.size(),
        corpus.bytes() / 1e6,
        threads,
        Runtime.version());
    report(corpus, runs);
    return bars(file, corpus, runs);
  }

  private static Corpus corpus(Path file, Settings settings) throws IOException {
    Corpus corpus = Corpus.read(file, settings.number("most", Integer.MAX_VALUE));
    if (settings.has("words")) {
      corpus = corpus.cut(settings.number("words", 0));
    }
    if (settings.has("copies")) {
      corpus = corpus.withCopies(Double.parseDouble(settings.text("copies", "")));
    }
    return corpus.joined(settings.number("join", 1));
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

  private static Map<Engine, IndexRun> runRound(
      Set<Engine> engines, Corpus corpus, int threads, Analyzer analyzer, String label)
      throws Exception {
    Map<Engine, IndexRun> runs = new EnumMap<>(Engine.class);
    for (Engine engine : engines) {
      IndexRun run = IndexRun.of(engine, corpus, threads, analyzer);
      System.err.printf(
          Locale.ROOT,
          "%s%-6s %7.2f s %7.2f s CPU%n",
          label,
          engine,
          run.seconds(),
          run.cpuSeconds());
      runs.put(engine, run);
    }
    return runs;
  }

  private static void report(Corpus corpus, Map<Engine, List<IndexRun>> runs) {
    System.out.println(
        "| engine | s | of first | CPU s | of first | docs/s | MB/s | index MB | heap MB |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    List<IndexRun> first = runs.values().iterator().next();
    double megabytes = corpus.bytes() / 1e6;
    runs.forEach(
        (engine, each) -> {
          IndexRun run = median(each);
          System.out.printf(
              Locale.ROOT,
              "| %s | %.2f | %.2f | %.2f | %.2f | %,.0f | %.1f | %.1f | %.0f |%n",
              engine.name().toLowerCase(Locale.ROOT),
              run.seconds(),
              medianRatio(each, first, IndexRun::seconds),
              run.cpuSeconds(),
              medianRatio(each, first, IndexRun::cpuSeconds),
              corpus.size() / run.seconds(),
              megabytes / run.seconds(),
              run.indexBytes() / 1e6,
              run.heapBytes() / 1e6);
        });
    runs.forEach((engine, each) -> System.out.println(engine + ": " + stages(median(each))));
  }

  /** What the tables say of the seconds, to be drawn. */
  private static IndexPlot.Bars bars(Path file, Corpus corpus, Map<Engine, List<IndexRun>> runs) {
    List<IndexRun> first = runs.values().iterator().next();
    Map<Engine, IndexPlot.Bar> bars = new EnumMap<>(Engine.class);
    runs.forEach(
        (engine, each) -> {
          IndexRun run = median(each);
          double ratio = medianRatio(each, first, IndexRun::seconds);
          bars.put(engine, new IndexPlot.Bar(ratio, run.seconds(), run.documents()));
        });
    String name = file.getFileName().toString().replaceFirst("\\..*", "");
    return new IndexPlot.Bars(name, corpus.size(), bars);
  }

  private static String stages(IndexRun run) {
    return run.stages().entrySet().stream()
        .map(stage -> String.format(Locale.ROOT, "%s %.3f", stage.getKey(), stage.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static double medianRatio(
      List<IndexRun> runs, List<IndexRun> first, ToDoubleFunction<IndexRun> measure) {
    return IntStream.range(0, runs.size())
        .mapToDouble(i -> measure.applyAsDouble(runs.get(i)) / measure.applyAsDouble(first.get(i)))
        .sorted()
        .toArray()[runs.size() / 2];
  }

  private static IndexRun median(List<IndexRun> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(IndexRun::cpuSeconds))
        .toList()
        .get(runs.size() / 2);
  }
}
