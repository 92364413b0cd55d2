// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds from the text of one document to its sketch, beside its tokens alone. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ChainBenchmark {
  private static final int DOCUMENTS = 64;
  private static final int SHINGLE = 5;
  private static final String FIELD = "text";

  @Param({"50", "300", "1000"})
  public int words;

  private final Analyzer tokens = new Tokens();
  private final Analyzer minHash128 = new LuceneMinHash(128, 1, false);
  private final Analyzer minHashDefault = new LuceneMinHash(1, 512, true);
  private final ElementExtractor extractor = new ElementExtractor(tokens, Shingling.words(SHINGLE));
  private final SlotSketcher sketcher = Sketches.fast();
  private final long[] slots = new long[sketcher.slots()];
  private String[] documents;
  private int next;

  @Setup
  public void setUp() {
    documents = new Texts(1).documents(DOCUMENTS, words);
  }

  private String document() {
    next = (next + 1) % DOCUMENTS;
    return documents[next];
  }

  @Benchmark
  public int tokensAlone() throws IOException {
    return consume(tokens);
  }

  @Benchmark
  public int tokensAndElements() throws IOException {
    extract();
    return extractor.count();
  }

  @Benchmark
  public long[] tokensAndSketch() throws IOException {
    extract();
    sketcher.sketch(extractor.elements(), extractor.count(), slots);
    return slots;
  }

  private void extract() throws IOException {
    extractor.reset();
    extractor.add(FIELD, document());
  }

  @Benchmark
  public int luceneMinHash128Functions() throws IOException {
    return consume(minHash128);
  }

  @Benchmark
  public int luceneMinHashDefault() throws IOException {
    return consume(minHashDefault);
  }

  private int consume(Analyzer analyzer) throws IOException {
    int sum = 0;
    try (TokenStream stream = analyzer.tokenStream(FIELD, document())) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        sum += term.length();
      }
      stream.end();
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
