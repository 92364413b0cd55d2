// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.neardup.analysis.ElementExtractor;
import org.neardup.analysis.Shingling;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/**
 * From the text of a document to its sketch, compared with its tokens alone and with Lucene's
 * MinHashFilter.
 *
 * <p>The steps after the tokenizer cost less than the tokenizer's speed varies from one JVM to the
 * next. So the ways take short turns in one JVM, and a ratio is the median over the rounds; it is
 * shown for several JVMs, one after the other for each length of text. Processor time of the
 * thread. Argument: the number of JVMs for each length (7).
 */
public final class ChainBenchmark {
  private static final int[] WORDS = {50, 300, 1000};
  private static final int WARM_UP = 500;
  private static final int ROUNDS = 1000;
  private static final int WORDS_A_TURN = 10_000;

  /** Lucene's filters are much slower: they take a turn once in so many rounds. */
  private static final int SLOW_ROUNDS = 50;

  private static final int DOCUMENTS = 200;
  private static final int SHINGLE = 5;
  private static final String FIELD = "text";
  private static final String TURNS = "turns";
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private enum Way {
    TOKENS("tokens alone"),
    ELEMENTS("tokens and elements"),
    SKETCH("tokens, elements and sketch"),
    LUCENE_DEFAULT("Lucene's ShingleFilter and MinHashFilter, default"),
    LUCENE_128("the same, 128 functions");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    boolean isSlow() {
      return this == LUCENE_DEFAULT || this == LUCENE_128;
    }
  }

  private final Analyzer tokens = new Tokens();
  private final Analyzer minHashDefault = new LuceneMinHash(1, 512, true);
  private final Analyzer minHash128 = new LuceneMinHash(128, 1, false);
  private final ElementExtractor extractor = new ElementExtractor(tokens, Shingling.words(SHINGLE));
  private final SlotSketcher sketcher = Sketches.fast();
  private final long[] slots = new long[sketcher.slots()];
  private final String[] documents;
  private final int documentsATurn;
  private int next;
  private long sink;

  private ChainBenchmark(int words) {
    documents = new Texts(1).documents(DOCUMENTS, words);
    documentsATurn = WORDS_A_TURN / words;
  }

  /** Runs it and prints a table. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 2 && arguments[0].equals(TURNS)) {
      new ChainBenchmark(Integer.parseInt(arguments[1])).takeTurns();
      return;
    }
    int jvms = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    System.out.println("| words | way | µs a document | of tokens alone | least, most |");
    System.out.println("|--:|---|--:|--:|---|");
    for (int words : WORDS) {
      Map<Way, Samples> samples = samples();
      for (int jvm = 0; jvm < jvms; jvm++) {
        readTurns(words, samples);
      }
      samples.forEach((way, ofWay) -> System.out.println(ofWay.row(words, way.label)));
    }
  }

  private static Map<Way, Samples> samples() {
    Map<Way, Samples> samples = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      samples.put(way, new Samples());
    }
    return samples;
  }

  /** Microseconds a document, and the same over those of tokens alone in that round. */
  private static final class Samples {
    private final List<Double> micros = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();

    void add(double time, double ratio) {
      micros.add(time);
      ratios.add(ratio);
    }

    private static double median(List<Double> values) {
      return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    String medians() {
      return median(micros) + " " + median(ratios);
    }

    String row(int words, String label) {
      return String.format(
          Locale.ROOT,
          "| %d | %s | %.2f | %.3f | %.3f, %.3f |",
          words,
          label,
          median(micros),
          median(ratios),
          Collections.min(ratios),
          Collections.max(ratios));
    }
  }

  private static void readTurns(int words, Map<Way, Samples> samples) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ChainBenchmark.class.getName(), TURNS, Integer.toString(words)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = process.inputReader()) {
      for (Samples ofWay : samples.values()) {
        String line = lines.readLine();
        if (line == null) {
          throw new IOException("a JVM ended before it printed all of its figures");
        }
        String[] medians = line.split(" ", -1);
        ofWay.add(Double.parseDouble(medians[0]), Double.parseDouble(medians[1]));
      }
    }
  }

  /** Prints the medians of each way. */
  private void takeTurns() throws IOException {
    Map<Way, Samples> samples = samples();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      double ofTokens = 0;
      for (Way way : samples.keySet()) {
        if (way.isSlow() && round % SLOW_ROUNDS != 0) {
          continue;
        }
        double time = turn(way);
        ofTokens = way == Way.TOKENS ? time : ofTokens;
        if (round >= 0) {
          samples.get(way).add(time, time / ofTokens);
        }
      }
    }
    samples.values().forEach(ofWay -> System.out.println(ofWay.medians()));
    if (sink == 1) {
      throw new AssertionError("the results must be used");
    }
  }

  private double turn(Way way) throws IOException {
    long started = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < documentsATurn; i++) {
      next = (next + 1) % DOCUMENTS;
      run(way, documents[next]);
    }
    return (THREADS.getCurrentThreadCpuTime() - started) / 1e3 / documentsATurn;
  }

  private void run(Way way, String text) throws IOException {
    switch (way) {
      case TOKENS -> sink += consume(tokens.tokenStream(FIELD, text));
      case ELEMENTS -> {
        extract(text);
        sink += extractor.elements()[0];
      }
      case SKETCH -> {
        extract(text);
        sketcher.sketch(extractor.elements(), extractor.count(), slots);
        sink += slots[0];
      }
      case LUCENE_DEFAULT -> sink += consumeSlow(minHashDefault.tokenStream(FIELD, text));
      case LUCENE_128 -> sink += consumeSlow(minHash128.tokenStream(FIELD, text));
    }
  }

  private void extract(String text) throws IOException {
    extractor.reset();
    extractor.add(FIELD, text);
  }

  private static int consume(TokenStream tokens) throws IOException {
    int sum = 0;
    try (tokens) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        sum += term.length();
      }
      tokens.end();
    }
    return sum;
  }

  /** Separate methods, so that the compiler sees one class of stream in each. */
  private static int consumeSlow(TokenStream tokens) throws IOException {
    int sum = 0;
    try (tokens) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        sum += term.length();
      }
      tokens.end();
    }
    return sum;
  }

  private static final class Tokens extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer tokenizer = new StandardTokenizer();
      return new TokenStreamComponents(tokenizer, new LowerCaseFilter(tokenizer));
    }
  }

  private static final class LuceneMinHash extends Analyzer {
    private final int functions;
    private final int buckets;
    private final boolean rotation;

    LuceneMinHash(int functions, int buckets, boolean rotation) {
      this.functions = functions;
      this.buckets = buckets;
      this.rotation = rotation;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer tokenizer = new StandardTokenizer();
      ShingleFilter shingles = new ShingleFilter(new LowerCaseFilter(tokenizer), SHINGLE, SHINGLE);
      shingles.setOutputUnigrams(false);
      return new TokenStreamComponents(
          tokenizer, new MinHashFilter(shingles, functions, buckets, 1, rotation));
    }
  }
}
