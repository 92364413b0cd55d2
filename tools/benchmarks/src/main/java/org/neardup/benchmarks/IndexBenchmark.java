// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Variants;

/**
 * Whole runs side by side: stock {@link IndexWriter} and {@link CollapsingIndexWriter} with
 * variants hidden and dropped, on the same documents and threads, in one process, taking turns.
 */
public final class IndexBenchmark {
  private record Text(String id, String text) {}

  @FunctionalInterface
  private interface Adder extends AutoCloseable {
    void add(Document document) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  @FunctionalInterface
  private interface Engine {
    Adder open(Directory directory) throws IOException;
  }

  private IndexBenchmark() {}

  /**
   * Runs the comparison.
   *
   * @param args FILE.jsonl.gz [threads] [rounds] [most documents] [engines, such as stock,hide]
   */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    int most = args.length > 3 ? Integer.parseInt(args[3]) : Integer.MAX_VALUE;
    List<Text> texts = read(file, most);
    Map<String, Engine> engines = new LinkedHashMap<>();
    engines.put("stock", IndexBenchmark::stock);
    engines.put("hide", directory -> collapsing(directory, Variants.HIDE));
    engines.put("drop", directory -> collapsing(directory, Variants.DROP));
    if (args.length > 4) {
      engines.keySet().retainAll(List.of(args[4].split(",")));
    }
    Map<String, double[]> seconds = new LinkedHashMap<>();
    engines.keySet().forEach(name -> seconds.put(name, new double[rounds]));
    for (int round = -1; round < rounds; round++) { // the first warms up
      for (Map.Entry<String, Engine> engine : engines.entrySet()) {
        double took = run(engine.getKey(), engine.getValue(), texts, threads);
        if (round >= 0) {
          seconds.get(engine.getKey())[round] = took;
        }
      }
    }
    report(file, texts, threads, seconds);
  }

  private static void report(
      Path file, List<Text> texts, int threads, Map<String, double[]> seconds) {
    System.out.printf(
        Locale.ROOT,
        "%s: %d documents, %d threads, Java %s%n",
        file.getFileName(),
        texts.size(),
        threads,
        Runtime.version());
    double first = median(seconds.values().iterator().next());
    seconds.forEach(
        (name, each) ->
            System.out.printf(
                Locale.ROOT,
                "%-6s %7.2f s  %.2fx  (%s)%n",
                name,
                median(each),
                median(each) / first,
                Arrays.toString(each)));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static List<Text> read(Path file, int most) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Text> texts = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine();
          line != null && texts.size() < most;
          line = lines.readLine()) {
        JsonNode node = mapper.readTree(line);
        JsonNode text = node.has("text") ? node.get("text") : node.get("html");
        texts.add(new Text(node.get("id").asText(), text.asText()));
      }
    }
    return texts;
  }

  private static IndexWriterConfig writerConfig() {
    return new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(256);
  }

  private static Adder stock(Directory directory) throws IOException {
    IndexWriter writer = new IndexWriter(directory, writerConfig());
    return new Adder() {
      @Override
      public void add(Document document) throws IOException {
        writer.addDocument(document);
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  private static Adder collapsing(Directory directory, Variants variants) throws IOException {
    CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            directory, CollapseConfig.defaults().withVariants(variants), writerConfig());
    return new Adder() {
      @Override
      public void add(Document document) throws IOException {
        writer.update(document);
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  private static double run(String name, Engine engine, List<Text> texts, int threads)
      throws Exception {
    Path folder = Files.createTempDirectory("neardup-benchmark");
    System.gc();
    try (Directory directory = FSDirectory.open(folder)) {
      long start = System.nanoTime();
      long startCpu = cpuNanos();
      try (Adder adder = engine.open(directory)) {
        addAll(adder, texts, threads);
      }
      double took = (System.nanoTime() - start) / 1e9;
      System.err.printf(
          Locale.ROOT,
          "%-6s %7.2f s %7.2f s CPU %6.1f MB%n",
          name,
          took,
          (cpuNanos() - startCpu) / 1e9,
          bytes(directory) / 1e6);
      return took;
    } finally {
      IOUtils.rm(folder);
    }
  }

  /** Of all threads, so that merges count too, and other processes do not. */
  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void addAll(Adder adder, List<Text> texts, int threads) throws Exception {
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(
          pool.submit(
              () -> {
                for (int n = next.getAndIncrement(); n < texts.size(); n = next.getAndIncrement()) {
                  adder.add(document(texts.get(n)));
                }
                return null;
              }));
    }
    for (Future<?> worker : workers) {
      worker.get();
    }
    pool.shutdown();
  }

  private static Document document(Text text) {
    Document document = new Document();
    document.add(new StringField("id", text.id, Field.Store.YES));
    document.add(new TextField("text", text.text, Field.Store.YES));
    return document;
  }

  private static long bytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    return bytes;
  }
}
