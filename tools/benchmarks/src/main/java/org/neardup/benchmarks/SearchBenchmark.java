// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.VersionGroups;

/**
 * One-version search beside plain search of the same index and beside Lucene's own ways to collapse
 * by a field: processor time a query on one thread, engines taking turns, medians of rounds. First
 * everybody counts all matches, then as many as Lucene does by default.
 */
public final class SearchBenchmark {
  private static final Sort NEWEST =
      new Sort(new SortedNumericSortField("date", SortField.Type.LONG, true));
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
   * @param args FILE.jsonl.gz INDEX [rounds]; the index is made if the folder is not there
   */
  public static void main(String[] args) throws IOException {
    Path index = Path.of(args[1]);
    if (!Files.exists(index)) {
      write(Path.of(args[0]), index);
    }
    try (Directory directory = FSDirectory.open(index);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      System.out.printf(
          Locale.ROOT,
          "%s: %,d documents in %d segments, Java %s%n",
          args[0],
          reader.numDocs(),
          reader.leaves().size(),
          Runtime.version());
      int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 21;
      SearchBenchmark benchmark = new SearchBenchmark(reader, rounds);
      benchmark.run(Integer.MAX_VALUE);
      benchmark.run(DEFAULT_THRESHOLD);
    }
  }

  private static void write(Path file, Path index) throws IOException {
    ObjectMapper json = new ObjectMapper();
    IndexWriterConfig config =
        new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(256);
    try (Directory directory = FSDirectory.open(index);
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CollapseConfig.defaults(), config);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        writer.updateDocument(document(json.readTree(line)));
      }
    }
  }

  private static Document document(JsonNode line) {
    Document document = new Document();
    document.add(new StringField("id", line.get("id").asText(), Field.Store.YES));
    document.add(new TextField("text", line.get("text").asText(), Field.Store.YES));
    String date = line.path("date").asText("1970-01-01");
    document.add(new LongField("date", LocalDate.parse(date).toEpochDay(), Field.Store.NO));
    return document;
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

  /** Repeats the queries until they took 20 ms or so, as the clock is coarse. */
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
      VersionGroups groups = new VersionGroups(reader);
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
