// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ParallelCompositeReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.IOConsumer;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersionSearcher;

/**
 * One-version search beside plain search of the same index, and beside Lucene's own grouping by an
 * exact key of the same groups: processor time a query on one thread, without a query cache,
 * engines taking turns. {@code counted} says how many matches are counted exactly; {@code grouping}
 * counts all groups or none.
 *
 * <p>INDEX is one that {@code neardup index} made; where there is none it is made from FILE, and
 * kept; without INDEX it is temporary. In an index made with {@code variants=drop} nothing is
 * hidden; {@code merged=true} makes one segment. With {@code forks=5}, five processes measure one
 * after the other; medians and ranges are of their medians then, else of rounds. {@code
 * plot=FILE.svg} draws the figures.
 */
final class SearchBenchmark {
  static final String USAGE =
      "FILE [INDEX] size=250000 copies= variants=hide buffer=256 held=0 refresh=2147483647"
          + " merged=false rounds=21 forks=1 engines=plain,hide,best pages=10,100"
          + " counted=1000,all"
          + " kinds=term,rare,and,or,ten,fifty,phrase,range,filtered,similar,compared plot=";

  /** What {@link #report} says of an engine. */
  private static final Pattern CELL = Pattern.compile("(\\w+) ([0-9.]+) µs ");

  private final Settings settings;
  private final DirectoryReader reader;
  private final IndexSearcher all;
  private final IndexSearcher visible;
  private final IndexSearcher keyed; // null if nothing groups

  private SearchBenchmark(DirectoryReader reader, ParallelCompositeReader keys, Settings settings)
      throws IOException {
    this.settings = settings;
    this.reader = reader;
    all = uncached(new IndexSearcher(reader));
    visible = uncached(new OneVersionSearcher(reader));
    keyed = keys == null ? null : uncached(new IndexSearcher(keys));
  }

  private static IndexSearcher uncached(IndexSearcher searcher) {
    searcher.setQueryCache(null);
    return searcher;
  }

  static void run(Settings settings) throws Exception {
    Map<String, Turns> micros = new LinkedHashMap<>(); // by what was searched for
    int forks = settings.number("forks");
    try (Folder index = Folder.of(settings.argument(1));
        DirectoryReader reader = SearchIndex.open(settings, index.path())) {
      System.out.printf(
          Locale.ROOT,
          "%,d documents in %d segments, Java %s%n",
          reader.numDocs(),
          reader.leaves().size(),
          Runtime.version());
      if (forks == 1) {
        measure(reader, settings, micros);
      } else {
        for (int fork = 0; fork < forks; fork++) {
          measureApart(settings, index.path(), micros);
        }
      }
    }
    List<BarPlot.Bars> plotted = new ArrayList<>();
    micros.forEach(
        (what, each) -> {
          report(what, each);
          String first = String.format(Locale.ROOT, "%.0f µs", each.median(each.first()));
          plotted.add(new BarPlot.Bars(what, each, first));
        });
    BarPlot.write(
        settings, "Time of a query, with that over all documents as 1", plotted, "SearchBenchmark");
  }

  private static void measure(DirectoryReader reader, Settings settings, Map<String, Turns> micros)
      throws IOException {
    boolean isGrouped = settings.list("engines").contains("grouping");
    try (Folder folder = Folder.temporary();
        ParallelCompositeReader keys = isGrouped ? GroupKeys.write(reader, folder) : null) {
      new SearchBenchmark(reader, keys, settings).measure(micros);
    }
  }

  /** Has another process measure, and takes the medians that it reports. */
  private static void measureApart(Settings settings, Path index, Map<String, Turns> micros)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BenchmarkProgram.class.getName(), "SearchBenchmark"));
    command.addAll(List.of(settings.argument(0), index.toString()));
    settings.values().forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(List.of("forks=1", "plot="));
    Process fork = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    try (BufferedReader lines = fork.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
        for (Matcher cell = CELL.matcher(line); cell.find(); ) {
          micros
              .computeIfAbsent(line.split("[|]", -1)[1].strip(), what -> new Turns())
              .add(cell.group(1), Double.parseDouble(cell.group(2)));
        }
      }
    }
    if (fork.waitFor() != 0) {
      throw new IOException(command + " failed");
    }
  }

  private void measure(Map<String, Turns> micros) throws IOException {
    for (String name : settings.list("kinds")) {
      SearchQueries.Kind kind = SearchQueries.kind(reader, name);
      for (String counted : settings.list("counted")) {
        for (String page : settings.list("pages")) {
          int threshold = counted.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(counted);
          String what = kind.name() + ", top " + page + ", " + counted + " counted";
          micros.put(what, compare(kind, Integer.parseInt(page), threshold));
        }
      }
    }
  }

  private Turns compare(SearchQueries.Kind kind, int n, int threshold) throws IOException {
    Map<String, IOConsumer<Query>> engines = new LinkedHashMap<>();
    for (String name : settings.list("engines")) {
      engines.put(name, engine(name, n, threshold));
    }
    if (keyed != null) {
      requireSameGroups(kind, n);
    }
    int rounds = settings.number("rounds");
    Turns micros = new Turns();
    for (int round = -rounds; round < rounds; round++) { // the first half warms up
      for (Map.Entry<String, IOConsumer<Query>> engine : engines.entrySet()) {
        double took = time(engine.getValue(), kind);
        if (round >= 0) {
          micros.add(engine.getKey(), took);
        }
      }
    }
    return micros;
  }

  private IOConsumer<Query> engine(String name, int n, int threshold) {
    boolean isCounted = threshold == Integer.MAX_VALUE;
    return switch (name) {
      case "plain" -> query -> lucene(all, query, n, threshold);
      case "hide" -> query -> lucene(visible, query, n, threshold);
      case "best" -> {
        BestVersionSearch search = new BestVersionSearch(all, threshold);
        yield query -> search.search(query, n);
      }
      case "grouping" -> query -> GroupKeys.search(keyed, query, n, isCounted);
      default ->
          throw new IllegalArgumentException(
              "engines must be of plain, hide, best and grouping, got " + name);
    };
  }

  private static void lucene(IndexSearcher searcher, Query query, int n, int threshold)
      throws IOException {
    searcher.search(query, new TopScoreDocCollectorManager(n, null, threshold));
  }

  /** Figures would mean nothing if grouping gave another answer. */
  private void requireSameGroups(SearchQueries.Kind kind, int n) throws IOException {
    for (Query query : kind.queries()) {
      long expected = new BestVersionSearch(all).search(query, n).groups().value();
      int found = GroupKeys.search(keyed, query, n, true);
      if (found != expected) {
        throw new IllegalStateException(
            query + " must match " + expected + " groups, grouping found " + found);
      }
    }
  }

  /** Repeats the queries until they have taken 20 ms, as the clock is coarse. */
  private static double time(IOConsumer<Query> engine, SearchQueries.Kind kind) throws IOException {
    long started = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int count = 0;
    long took;
    do {
      for (Query query : kind.queries()) {
        engine.accept(query);
        count++;
      }
      took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - started;
    } while (took < 20_000_000);
    return took / 1e3 / count;
  }

  private static void report(String what, Turns micros) {
    StringBuilder line = new StringBuilder("| " + what);
    for (String name : micros.names()) {
      line.append(
          String.format(
              Locale.ROOT, " | %s %.1f µs %s", name, micros.median(name), micros.ratios(name)));
    }
    System.out.println(line.append(" |"));
  }
}
