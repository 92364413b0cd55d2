// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.search.copied.Containments;
import org.neardup.search.copied.CopiedText;

/**
 * Searches for what was copied, by texts of consecutive documents of the corpus: wall time a
 * search, warm, on one thread; and what was found, compared with all documents.
 */
public final class CopiedBenchmark {
  private static final int TOP = 10;

  private final IndexSearcher searcher;
  private final Containments containments;
  private final List<String> queries;

  private CopiedBenchmark(IndexSearcher searcher, Containments containments, List<String> queries) {
    this.searcher = searcher;
    this.containments = containments;
    this.queries = queries;
  }

  /**
   * Measures, then checks.
   *
   * @param args FILE.jsonl.gz and settings: {@code index}, a folder that is made from the file if
   *     it does not exist, {@code queries}, {@code words} of each, {@code percent}, the least of it
   *     that a document holds, {@code candidates} that are read at most, {@code rounds}
   */
  public static void main(String[] args) throws IOException {
    Settings settings =
        Settings.parse(args, 1, "index", "queries", "words", "percent", "candidates", "rounds");
    Path file = Path.of(args[0]);
    if (settings.has("index")) {
      run(file, Path.of(settings.text("index", "")), settings);
      return;
    }
    Path folder = Files.createTempDirectory("neardup-benchmark");
    try {
      run(file, folder.resolve("index"), settings);
    } finally {
      IOUtils.rm(folder);
    }
  }

  private static void run(Path file, Path index, Settings settings) throws IOException {
    if (!Files.exists(index)) {
      SearchIndex.write(file, index);
    }
    List<String> queries =
        queries(
            Corpus.read(file, Integer.MAX_VALUE),
            settings.number("queries", 100),
            settings.number("words", 1000));
    Containments defaults = Containments.of(new StandardAnalyzer(), SearchIndex.TEXT);
    Containments containments =
        defaults
            .withMinimum(settings.number("percent", 30) / 100.0)
            .withMostCandidates(settings.number("candidates", defaults.mostCandidates()));
    try (Directory directory = FSDirectory.open(index);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      System.out.printf(
          Locale.ROOT,
          "%,d documents in %d segments, %d queries, Java %s%n",
          reader.numDocs(),
          reader.leaves().size(),
          queries.size(),
          Runtime.version());
      CopiedBenchmark benchmark =
          new CopiedBenchmark(new IndexSearcher(reader), containments, queries);
      benchmark.measure(settings.number("rounds", 5));
      benchmark.check();
    }
  }

  /** Texts of so many words, as blanks part them, that begin where a document does. */
  private static List<String> queries(Corpus corpus, int count, int words) {
    SplittableRandom random = new SplittableRandom(7);
    List<String> queries = new ArrayList<>();
    while (queries.size() < count) {
      List<String> query = new ArrayList<>();
      int next = random.nextInt(corpus.size());
      while (query.size() < words && next < corpus.size()) {
        query.addAll(List.of(corpus.text(next++).text().strip().split("\\s+", -1)));
      }
      if (query.size() >= words) {
        queries.add(String.join(" ", query.subList(0, words)));
      }
    }
    return queries;
  }

  private void measure(int rounds) throws IOException {
    double[][] millis = new double[queries.size()][rounds];
    for (int round = -2; round < rounds; round++) { // the first two warm up
      for (int i = 0; i < millis.length; i++) {
        long start = System.nanoTime();
        containments.search(searcher, queries.get(i), null, TOP);
        if (round >= 0) {
          millis[i][round] = (System.nanoTime() - start) / 1e6;
        }
      }
    }
    double[] medians =
        Arrays.stream(millis).mapToDouble(each -> quantile(each, 0.5)).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "ms a search: median %.1f, mean %.1f, 90 of 100 below %.1f, most %.1f%n",
        quantile(medians, 0.5),
        Arrays.stream(medians).average().orElseThrow(),
        quantile(medians, 0.9),
        quantile(medians, 1));
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * (sorted.length - 1))];
  }

  private void check() throws IOException {
    CopiedTruth truth = new CopiedTruth(containments, queries, searcher.getIndexReader());
    int all = 0;
    int found = 0;
    int right = 0;
    int skipping = 0;
    int missing = 0;
    for (int i = 0; i < queries.size(); i++) {
      CopiedText copied =
          containments.search(searcher, queries.get(i), null, searcher.getIndexReader().maxDoc());
      int both = 0;
      for (CopiedText.Hit hit : copied.hits()) {
        both += truth.isHeld(i, hit.doc(), hit.overlap()) ? 1 : 0;
      }
      all += truth.count(i);
      found += copied.hits().size();
      right += both;
      skipping += copied.skipped() > 0 ? 1 : 0;
      missing += both < truth.count(i) ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%,d pairs at %.2f or more; recall %.4f, precision %.4f; %d searches missed some, %d had"
            + " too many candidates%n",
        all,
        containments.minimum(),
        (double) right / all,
        (double) right / found,
        missing,
        skipping);
  }
}
