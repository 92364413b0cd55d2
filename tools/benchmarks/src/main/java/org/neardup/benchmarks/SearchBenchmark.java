// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.search.RecordedGroups;

/**
 * One-version search compared with plain search of the same index and with Lucene's own ways to
 * collapse by a field: processor time a query on one thread, engines taking turns, medians of
 * rounds. First all engines count all matches, then as many as Lucene does by default.
 */
public final class SearchBenchmark {
  private static final Sort NEWEST =
      new Sort(new SortedNumericSortField(SearchIndex.DATE, SortField.Type.LONG, true));
  private static final int DEFAULT_THRESHOLD = 1000;
  private static final int[] PAGES = {10, 100};

  private final DirectoryReader reader;
  private final int rounds;
  private final Map<String, List<Query>> kinds;

  private SearchBenchmark(DirectoryReader reader, int rounds) throws IOException {
    this.reader = reader;
    this.rounds = rounds;
    kinds = new SearchQueries(reader, 20).kinds();
  }

  /**
   * Runs the comparison.
   *
   * @param args FILE.jsonl.gz [INDEX [rounds]]; the index is made from the file if the folder does
   *     not exist; without INDEX, in a temporary folder
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 1 || args.length > 3) {
      refuse("usage: SearchBenchmark FILE.jsonl.gz [INDEX [rounds]]");
    }
    Path file = Path.of(args[0]);
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 21;
    try {
      if (args.length > 1) {
        run(file, Path.of(args[1]), rounds);
      } else {
        runInTemporaryFolder(file, rounds);
      }
    } catch (IllegalArgumentException e) { // such as an index without dates
      refuse(e.getMessage());
    }
  }

  private static void refuse(String message) {
    System.err.println("benchmark: " + message);
    System.exit(2);
  }

  private static void runInTemporaryFolder(Path file, int rounds) throws IOException {
    Path folder = Files.createTempDirectory("neardup-benchmark");
    try {
      run(file, folder.resolve("index"), rounds);
    } finally {
      IOUtils.rm(folder);
    }
  }

  private static void run(Path file, Path index, int rounds) throws IOException {
    if (!Files.exists(index)) {
      SearchIndex.write(file, index);
    }
    try (Directory directory = FSDirectory.open(index);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      SearchIndex.require(reader, index);
      System.out.printf(
          Locale.ROOT,
          "%s: %,d documents in %d segments, Java %s%n",
          file,
          reader.numDocs(),
          reader.leaves().size(),
          Runtime.version());
      SearchBenchmark benchmark = new SearchBenchmark(reader, rounds);
      benchmark.run(Integer.MAX_VALUE);
      benchmark.run(DEFAULT_THRESHOLD);
    }
  }

  private void run(int threshold) throws IOException {
    SearchEngines engines = new SearchEngines(reader, threshold);
    System.out.printf(
        Locale.ROOT,
        "%n%s%n",
        threshold == Integer.MAX_VALUE ? "all matches counted" : threshold + " matches counted");
    for (Map.Entry<String, List<Query>> kind : kinds.entrySet()) {
      for (int n : PAGES) {
        compare(kind.getKey(), kind.getValue(), n, null, engines.engines(false), threshold);
      }
    }
    for (int n : PAGES) {
      compare("or, by date", kinds.get("or"), n, NEWEST, engines.engines(true), threshold);
    }
  }

  private void compare(
      String kind,
      List<Query> queries,
      int n,
      Sort sort,
      Map<String, SearchEngines.Engine> engines,
      int threshold)
      throws IOException {
    Map<String, double[]> micros = new LinkedHashMap<>();
    engines.keySet().forEach(name -> micros.put(name, new double[rounds]));
    for (int round = -rounds; round < rounds; round++) { // the first half warms up
      for (Map.Entry<String, SearchEngines.Engine> engine : engines.entrySet()) {
        double took = time(engine.getValue(), queries, n, sort);
        if (round >= 0) {
          micros.get(engine.getKey())[round] = took;
        }
      }
    }
    double plain = median(micros.get("plain"));
    StringBuilder line =
        new StringBuilder(String.format(Locale.ROOT, "| %-12s | %3d | %8.1f", kind, n, plain));
    for (String name : engines.keySet()) {
      if (!name.equals("plain")) {
        double median = median(micros.get(name));
        line.append(String.format(Locale.ROOT, " | %s %.1f %.2fx", name, median, median / plain));
        if (threshold == Integer.MAX_VALUE) {
          line.append(' ').append(right(engines.get(name), queries, n, sort));
        }
      }
    }
    System.out.println(line);
  }

  /** Repeats the queries until they have taken 20 ms, as the clock is coarse. */
  private static double time(SearchEngines.Engine engine, List<Query> queries, int n, Sort sort)
      throws IOException {
    long started = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int count = 0;
    long took;
    do {
      for (Query query : queries) {
        engine.search(query, n, sort);
        count++;
      }
      took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - started;
    } while (took < 20_000_000);
    return took / 1e3 / count;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Of how many queries the total of groups, and the number of hits, is right. */
  private String right(SearchEngines.Engine engine, List<Query> queries, int n, Sort sort)
      throws IOException {
    int total = 0;
    int full = 0;
    for (Query query : queries) {
      SearchEngines.Answer answer = engine.search(query, n, sort);
      long groups = groups(query);
      total += answer.groups() == groups ? 1 : 0;
      full += answer.hits() == Math.min(n, groups) ? 1 : 0;
    }
    return String.format(Locale.ROOT, "(%d/%d of %d)", total, full, queries.size());
  }

  private final Map<Query, Long> groupCounts = new HashMap<>();

  private long groups(Query query) throws IOException {
    Long known = groupCounts.get(query);
    if (known == null) {
      RecordedGroups groups = new RecordedGroups(reader);
      Set<Long> seen = new HashSet<>();
      for (ScoreDoc found :
          new IndexSearcher(reader)
              .search(
                  query, new TopScoreDocCollectorManager(reader.maxDoc(), null, Integer.MAX_VALUE))
              .scoreDocs) {
        seen.add(groups.group(found.doc));
      }
      known = (long) seen.size();
      groupCounts.put(query, known);
    }
    return known;
  }
}
