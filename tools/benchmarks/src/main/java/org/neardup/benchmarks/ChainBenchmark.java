// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.neardup.analysis.Shingling;
import org.neardup.internal.analysis.ElementExtractor;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/**
 * From the text of a document to its sketch, beside its tokens alone: processor time of the thread.
 *
 * <p>The steps after the tokenizer cost less than the tokenizer's speed varies from one JVM to the
 * next. So the ways take short turns, and several runs show how far the ratios vary; let each have
 * one length of texts only, as what was compiled for one length slows the next.
 */
final class ChainBenchmark {
  static final String USAGE = "words=1000 rounds=1000";

  private static final int WORDS_A_TURN = 10_000;
  private static final int DOCUMENTS = 200;
  private static final String FIELD = "text";
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private enum Way {
    TOKENS,
    ELEMENTS,
    SKETCH
  }

  private final Analyzer tokens =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
          Tokenizer tokenizer = new StandardTokenizer();
          return new TokenStreamComponents(tokenizer, new LowerCaseFilter(tokenizer));
        }
      };
  private final ElementExtractor extractor = new ElementExtractor(tokens, Shingling.words(5));
  private final SlotSketcher sketcher = Sketches.fast();
  private final long[] slots = new long[sketcher.slots()];
  private final String[] documents = new String[DOCUMENTS];
  private final int documentsATurn;
  private int next;
  private long sink;

  private ChainBenchmark(int words) {
    Arrays.setAll(documents, number -> MadeUp.text(number, words));
    documentsATurn = Math.max(1, WORDS_A_TURN / words);
  }

  static void run(Settings settings) throws IOException {
    int words = settings.number("words");
    int rounds = settings.number("rounds");
    Turns micros = new ChainBenchmark(words).takeTurns(rounds);
    System.out.println("| words | up to | µs a document | of tokens alone |");
    System.out.println("|--:|---|--:|--:|");
    for (String way : micros.names()) {
      System.out.printf(
          Locale.ROOT,
          "| %d | %s | %.2f | %.3f |%n",
          words,
          way,
          micros.median(way),
          micros.ratio(way));
    }
  }

  private Turns takeTurns(int rounds) throws IOException {
    Turns micros = new Turns();
    for (int round = -rounds / 2; round < rounds; round++) { // the first ones warm up
      for (Way way : Way.values()) {
        double took = turn(way);
        if (round >= 0) {
          micros.add(way.name().toLowerCase(Locale.ROOT), took);
        }
      }
    }
    if (sink == 1) {
      throw new AssertionError("the results must be used");
    }
    return micros;
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
    if (way == Way.TOKENS) {
      sink += consume(tokens.tokenStream(FIELD, text));
      return;
    }
    extractor.reset();
    extractor.add(FIELD, text);
    sink += extractor.elements()[0];
    if (way == Way.SKETCH) {
      sketcher.sketch(extractor.elements(), extractor.count(), slots);
      sink += slots[0];
    }
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
}
