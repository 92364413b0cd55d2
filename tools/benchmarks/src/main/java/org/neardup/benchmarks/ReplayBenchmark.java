// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.ReplayedField;
import org.neardup.analysis.Shingling;
import org.neardup.analysis.TokenRecorder;

/**
 * The cost of reading a document's tokens before it is indexed: not at all, with recorded and
 * replayed tokens, or with the text analysed twice; without and with shingles of five words.
 *
 * <p>One thread, one stored text field, an index in memory, merged by the same thread; CPU time of
 * that thread, so that other work on the machine matters less. The ways take turns; the first round
 * warms up. On a busy machine compare the least times, which other work disturbs least. Arguments:
 * documents (30000), rounds (7). The data folder is the system property {@code neardup.data}, or
 * {@code ../shared/data}.
 */
public final class ReplayBenchmark {
  private enum Way {
    INDEX_ONLY,
    REPLAY,
    TWICE,
    REPLAY_WITH_ELEMENTS,
    TWICE_WITH_ELEMENTS
  }

  private final Analyzer analyzer = new StandardAnalyzer();
  private final ElementExtractor extractor = new ElementExtractor(analyzer, Shingling.words(5));
  private final TokenRecorder recorder = new TokenRecorder();

  private ReplayBenchmark() {}

  /** Runs it and prints a table. */
  public static void main(String[] arguments) throws IOException {
    int documents = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    Path data = Path.of(System.getProperty("neardup.data", "../shared/data"));
    Path file = data.resolve("ota_passages.docs.jsonl.gz");
    if (!Files.exists(file)) {
      System.err.println("skipped: no file " + file + "; set -Dneardup.data");
      return;
    }
    new ReplayBenchmark().run(texts(file, documents), rounds);
  }

  private static List<String> texts(Path file, int count) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> texts = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      String line;
      while (texts.size() < count && (line = lines.readLine()) != null) {
        texts.add(json.readTree(line).get("text").textValue());
      }
    }
    return texts;
  }

  private void run(List<String> texts, int rounds) throws IOException {
    Map<Way, double[]> micros = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      micros.put(way, new double[rounds]);
    }
    for (int round = -1; round < rounds; round++) {
      for (Way way : micros.keySet()) {
        long started = cpuNanos();
        index(texts, way);
        if (round >= 0) {
          micros.get(way)[round] = (cpuNanos() - started) / 1e3 / texts.size();
        }
      }
    }
    for (double[] ofWay : micros.values()) {
      Arrays.sort(ofWay);
    }
    double[] indexOnly = micros.get(Way.INDEX_ONLY);
    for (Way way : micros.keySet()) {
      double[] sorted = micros.get(way);
      System.out.println(
          String.format(
              Locale.ROOT,
              "%-22s median %.1f us a document (%.1f to %.1f);"
                  + " of index only: median %.2f, least %.2f",
              way,
              sorted[rounds / 2],
              sorted[0],
              sorted[rounds - 1],
              sorted[rounds / 2] / indexOnly[rounds / 2],
              sorted[0] / indexOnly[0]));
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void index(List<String> texts, Way way) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer).setMergeScheduler(new SerialMergeScheduler());
    try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (String text : texts) {
        writer.addDocument(
            List.of(prepare(new TextField("text", text, Field.Store.YES), text, way)));
      }
    }
  }

  private IndexableField prepare(IndexableField field, String text, Way way) throws IOException {
    extractor.reset();
    switch (way) {
      case INDEX_ONLY -> {}
      case REPLAY -> {
        consume(recorder.tee(analyzer.tokenStream("text", text)));
        return new ReplayedField(field, recorder.take().orElseThrow());
      }
      case TWICE -> consume(analyzer.tokenStream("text", text));
      case REPLAY_WITH_ELEMENTS -> {
        return extractor.addReplayable(field);
      }
      case TWICE_WITH_ELEMENTS -> extractor.add("text", text);
    }
    return field;
  }

  private static void consume(TokenStream tokens) throws IOException {
    try (tokens) {
      tokens.reset();
      while (tokens.incrementToken()) {
        // the tokens are only read
      }
      tokens.end();
    }
  }
}
