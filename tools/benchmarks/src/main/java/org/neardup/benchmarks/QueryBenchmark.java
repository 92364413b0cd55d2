// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.OneVersion;
import org.neardup.search.similar.MostSimilar;
import org.neardup.search.similar.NearDuplicateQuery;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;

/**
 * Queries for near-duplicates, and for the most similar documents, compared with scanning all
 * sketches, over an index whose variants are hidden: one process, one thread, taking turns.
 */
public final class QueryBenchmark {
  private static final int ROUNDS = 7;
  private static final int TOP = 10;
  private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

  @FunctionalInterface
  private interface Contender {
    TopDocs search(IndexSearcher searcher, NearDuplicateQuery query) throws IOException;
  }

  private QueryBenchmark() {}

  /**
   * Runs all contenders, and prints a table.
   *
   * @param args FILE.jsonl.gz [queries]
   */
  public static void main(String[] args) throws Exception {
    int queries = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    Path folder = Files.createTempDirectory("neardup-benchmark");
    try (Directory directory = new MMapDirectory(folder)) {
      List<String> ids = index(args[0], directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        System.out.printf(
            Locale.ROOT,
            "%d documents, %d segments, %d queries, Java %s%n",
            reader.numDocs(),
            reader.leaves().size(),
            queries,
            Runtime.version());
        measure("all documents", reader, ids, queries);
        measure("one version", OneVersion.wrap(reader), ids, queries);
      }
    } finally {
      IOUtils.rm(folder);
    }
  }

  private static List<String> index(String file, Directory directory) throws Exception {
    List<String> ids = new ArrayList<>();
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(64);
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(directory, CollapseConfig.defaults(), config)) {
      new Inputs(List.of(file), System.in, InputRules.DEFAULT)
          .read(
              raw -> {
                try {
                  var input = raw.parser().parse();
                  writer.updateDocument(document(input.id(), input.text()));
                  ids.add(input.id());
                } catch (BadInputException | IOException e) {
                  throw new IllegalStateException(raw.where(), e);
                }
              });
    }
    return ids;
  }

  private static Document document(String id, String text) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", text, Field.Store.NO));
    return document;
  }

  private static Map<String, Contender> contenders() {
    Map<String, Contender> contenders = new LinkedHashMap<>();
    contenders.put("near-duplicates at .8", (searcher, query) -> searcher.search(query, TOP));
    contenders.put(
        "near-duplicates at .8, scan", (searcher, query) -> searcher.search(query.exact(), TOP));
    contenders.put(
        "10 most similar",
        (searcher, query) -> MostSimilar.search(searcher, low(query), null, TOP));
    contenders.put(
        "10 most similar, scan", (searcher, query) -> searcher.search(low(query).exact(), TOP));
    return contenders;
  }

  private static NearDuplicateQuery low(NearDuplicateQuery query) {
    return query.withMinimum(0.05);
  }

  private static void measure(String view, DirectoryReader reader, List<String> ids, int count)
      throws IOException {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    List<NearDuplicateQuery> queries = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    while (queries.size() < count) {
      Term id = new Term("id", ids.get(random.nextInt(ids.size())));
      Query query = searcher.rewrite(NearDuplicateQuery.ofDocument(id, 0.8));
      if (query instanceof NearDuplicateQuery similar) {
        queries.add(similar);
      }
    }
    Map<String, double[]> micros = new LinkedHashMap<>();
    Map<String, Double> hits = new LinkedHashMap<>();
    for (int round = -2; round < ROUNDS; round++) { // the first two warm up
      for (Map.Entry<String, Contender> contender : contenders().entrySet()) {
        long start = THREAD.getCurrentThreadCpuTime();
        hits.put(contender.getKey(), run(contender.getValue(), searcher, queries));
        double took = (THREAD.getCurrentThreadCpuTime() - start) / 1e3 / count;
        if (round >= 0) {
          micros.computeIfAbsent(contender.getKey(), name -> new double[ROUNDS])[round] = took;
        }
      }
    }
    micros.forEach(
        (name, each) -> {
          Arrays.sort(each);
          System.out.printf(
              Locale.ROOT,
              "%-14s %-28s %10.1f µs (%.1f to %.1f), %.2f documents%n",
              view,
              name,
              each[ROUNDS / 2],
              each[0],
              each[ROUNDS - 1],
              hits.get(name));
        });
  }

  /** Documents found a query. */
  private static double run(
      Contender contender, IndexSearcher searcher, List<NearDuplicateQuery> queries)
      throws IOException {
    long found = 0;
    for (NearDuplicateQuery query : queries) {
      found += contender.search(searcher, query).scoreDocs.length;
    }
    return (double) found / queries.size();
  }
}
