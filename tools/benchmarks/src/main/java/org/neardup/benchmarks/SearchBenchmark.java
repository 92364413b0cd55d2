// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.IOConsumer;
import org.neardup.search.OneVersionSearch;
import org.neardup.search.OneVersionSearcher;

/**
 * One-version search beside plain search of the same index: processor time a query on one thread,
 * without a query cache, engines taking turns. {@code counted} says how many matches are counted
 * exactly.
 *
 * <p>INDEX is made from FILE where it does not exist, and kept; without INDEX it is temporary. In
 * an index made with {@code variants=drop} nothing is hidden; {@code merged=true} makes one
 * segment. {@code plot=FILE.svg} draws the figures.
 */
final class SearchBenchmark {
  static final String USAGE =
      "FILE [INDEX] size=250000 copies= variants=hide buffer=256 held=0 refresh=2147483647"
          + " merged=false rounds=21 engines=plain,hide,best pages=10,100"
          + " counted=1000,all"
          + " kinds=term,rare,and,or,ten,fifty,phrase,range,filtered,similar,compared plot=";

  private final Settings settings;
  private final IndexSearcher all;
  private final IndexSearcher visible;
  private final List<BarPlot.Bars> plotted = new ArrayList<>();

  private SearchBenchmark(DirectoryReader reader, Settings settings) throws IOException {
    this.settings = settings;
    all = uncached(new IndexSearcher(reader));
    visible = uncached(new OneVersionSearcher(reader));
  }

  private static IndexSearcher uncached(IndexSearcher searcher) {
    searcher.setQueryCache(null);
    return searcher;
  }

  static void run(Settings settings) throws IOException {
    try (Folder index = Folder.of(settings.argument(1));
        DirectoryReader reader = SearchIndex.open(settings, index.path())) {
      System.out.printf(
          Locale.ROOT,
          "%,d documents in %d segments, Java %s%n",
          reader.numDocs(),
          reader.leaves().size(),
          Runtime.version());
      new SearchBenchmark(reader, settings).run(new SearchQueries(reader));
    }
  }

  private void run(SearchQueries queries) throws IOException {
    List<String> kinds = settings.list("kinds");
    for (SearchQueries.Kind kind : queries.kinds()) {
      if (!kinds.contains(kind.name())) {
        continue;
      }
      for (String counted : settings.list("counted")) {
        for (String page : settings.list("pages")) {
          int threshold = counted.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(counted);
          Turns micros = compare(kind, Integer.parseInt(page), threshold);
          String what = kind.name() + ", top " + page + ", " + counted + " counted";
          report(what, micros);
          String plain = String.format(Locale.ROOT, "%.0f µs", micros.median(micros.first()));
          plotted.add(new BarPlot.Bars(what, micros, plain));
        }
      }
    }
    BarPlot.write(
        settings, "Time of a query, with that over all documents as 1", plotted, "SearchBenchmark");
  }

  private Turns compare(SearchQueries.Kind kind, int n, int threshold) throws IOException {
    Map<String, IOConsumer<Query>> engines = new LinkedHashMap<>();
    for (String name : settings.list("engines")) {
      engines.put(name, engine(name, n, threshold));
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
    return switch (name) {
      case "plain" -> query -> lucene(all, query, n, threshold);
      case "hide" -> query -> lucene(visible, query, n, threshold);
      case "best" -> {
        OneVersionSearch search = new OneVersionSearch(all, threshold);
        yield query -> search.search(query, n);
      }
      default ->
          throw new IllegalArgumentException(
              "engines must be of plain, hide and best, got " + name);
    };
  }

  private static void lucene(IndexSearcher searcher, Query query, int n, int threshold)
      throws IOException {
    searcher.search(query, new TopScoreDocCollectorManager(n, null, threshold));
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
              Locale.ROOT, " | %s %.1f µs %.2fx", name, micros.median(name), micros.ratio(name)));
    }
    System.out.println(line.append(" |"));
  }
}
