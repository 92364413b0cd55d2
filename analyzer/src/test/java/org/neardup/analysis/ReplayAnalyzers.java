// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.tests.analysis.MockGraphTokenFilter;
import org.apache.lucene.tests.analysis.MockSynonymFilter;
import org.apache.lucene.tests.analysis.MockTokenizer;
import org.apache.lucene.tests.analysis.MockUTF16TermAttributeImpl;
import org.apache.lucene.util.AttributeFactory;

/** Analyzers whose tokens have gaps, stacks, graphs, payloads and whatever else an index takes. */
public final class ReplayAnalyzers {
  static final CharArraySet STOP_WORDS = new CharArraySet(List.of("a", "the", "of"), true);

  private ReplayAnalyzers() {}

  /** One of them, which always makes the same tokens of a text. */
  public static Analyzer any(Random random, boolean frequencies) {
    long seed = random.nextLong();
    return switch (random.nextInt(7)) {
      case 0 -> new StandardAnalyzer(STOP_WORDS);
      case 1 -> of(tokens -> new StopFilter(tokens, STOP_WORDS));
      case 2 -> of(tokens -> new MockGraphTokenFilter(new Random(seed), tokens));
      case 3 -> of(tokens -> new KeywordRepeatFilter(new MockSynonymFilter(tokens)));
      case 4 -> of(tokens -> new NGramTokenFilter(tokens, 1, 3, true));
      case 5 -> ofUtf16();
      default -> of(tokens -> new AnyTokenFilter(tokens, seed, frequencies));
    };
  }

  /** A tokenizer that checks how it is used, and filters. */
  public static Analyzer of(Function<TokenStream, TokenStream> filters) {
    return of(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, filters);
  }

  // Terms whose bytes are not the UTF-8 of their characters.
  private static Analyzer ofUtf16() {
    return of(MockUTF16TermAttributeImpl.UTF16_TERM_ATTRIBUTE_FACTORY, tokens -> tokens);
  }

  private static Analyzer of(AttributeFactory factory, Function<TokenStream, TokenStream> filters) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String fieldName) {
        Tokenizer tokenizer =
            new MockTokenizer(
                factory, MockTokenizer.WHITESPACE, true, MockTokenizer.DEFAULT_MAX_TOKEN_LENGTH);
        return new TokenStreamComponents(tokenizer, filters.apply(tokenizer));
      }
    };
  }

  /** The same analyzer, with gaps between the values of a field. */
  public static Analyzer withGaps(Analyzer analyzer, int positionGap, int offsetGap) {
    return new Wrapped(analyzer) {
      @Override
      public int getPositionIncrementGap(String fieldName) {
        return positionGap;
      }

      @Override
      public int getOffsetGap(String fieldName) {
        return offsetGap;
      }
    };
  }

  /** The same gaps, but no tokens: fails if asked for them. */
  public static Analyzer withoutTokens(Analyzer analyzer) {
    return new Wrapped(analyzer) {
      @Override
      protected TokenStreamComponents wrapComponents(
          String fieldName, TokenStreamComponents components) {
        throw new AssertionError("analysed again: " + fieldName);
      }
    };
  }

  private static class Wrapped extends AnalyzerWrapper {
    private final Analyzer analyzer;

    Wrapped(Analyzer analyzer) {
      super(PER_FIELD_REUSE_STRATEGY);
      this.analyzer = analyzer;
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String fieldName) {
      return analyzer;
    }
  }
}
