// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.neardup.search.copied.Containments;

/**
 * Searches for what was copied, by texts of consecutive documents of the corpus: wall time a
 * search, warm, on one thread.
 */
record CopiedBenchmark(IndexSearcher searcher, Containments containments, List<String> queries) {
  static final String USAGE =
      "FILE index= queries=100 words=1000 percent=30 candidates=5000 rounds=5";

  private static final int TOP = 10;

  /**
   * {@code index} is a folder that is made from the file if it does not exist, {@code words} those
   * of each query, {@code percent} the least of it that a document holds, {@code candidates} the
   * most that are read.
   */
  static void run(Settings settings) throws IOException {
    Corpus corpus = Corpus.open(settings.argument(0), 0);
    List<String> queries = queries(corpus, settings.number("queries"), settings.number("words"));
    Containments containments =
        Containments.of(new StandardAnalyzer(), SearchIndex.TEXT)
            .withMinimum(settings.number("percent") / 100.0)
            .withMostCandidates(settings.number("candidates"));
    try (Folder index = Folder.of(settings.text("index"));
        DirectoryReader reader =
            SearchIndex.open(
                Settings.parse(SearchBenchmark.USAGE, settings.arguments()), index.path())) {
      System.out.printf(
          Locale.ROOT,
          "%,d documents in %d segments, %d queries, Java %s%n",
          reader.numDocs(),
          reader.leaves().size(),
          queries.size(),
          Runtime.version());
      new CopiedBenchmark(new IndexSearcher(reader), containments, queries)
          .measure(settings.number("rounds"));
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
        Arrays.stream(millis)
            .mapToDouble(each -> Turns.quantile(Arrays.stream(each), 0.5))
            .toArray();
    System.out.printf(
        Locale.ROOT,
        "ms a search: median %.1f, mean %.1f, 90 of 100 below %.1f, most %.1f%n",
        Turns.quantile(Arrays.stream(medians), 0.5),
        Arrays.stream(medians).average().orElseThrow(),
        Turns.quantile(Arrays.stream(medians), 0.9),
        Turns.quantile(Arrays.stream(medians), 1));
  }
}
