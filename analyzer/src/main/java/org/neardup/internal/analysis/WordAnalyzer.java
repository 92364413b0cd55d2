// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * An analyzer whose token of a word depends on that word alone: a {@link StandardTokenizer},
 * followed by filters that change or remove one token at a time, as those for most languages are.
 * What it makes of words on lines of their own is what it makes of them in any text. For one field.
 *
 * <p>Filters count as such by their names. Others, such as those of synonyms, may look at several
 * tokens; character filters change the text before it is words.
 */
final class WordAnalyzer extends AnalyzerWrapper {
  private static final String LUCENE = LowerCaseFilter.class.getPackageName() + ".";

  /** Filters of Lucene, by their names in its package of analysis. */
  private static final Set<String> ONE_WORD_AT_A_TIME = names();

  private final Analyzer analyzer;
  private final String field;
  private int maxTokenLength;

  private WordAnalyzer(Analyzer analyzer, String field) {
    super(PER_FIELD_REUSE_STRATEGY);
    this.analyzer = analyzer;
    this.field = field;
  }

  private static Set<String> names() {
    try (InputStream file = WordAnalyzer.class.getResourceAsStream("one-word-filters.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The analyzer of a field, if it is such a one. */
  static Optional<WordAnalyzer> of(Analyzer analyzer, String field) {
    WordAnalyzer words = new WordAnalyzer(analyzer, field);
    return words.isOneWordAtATime() ? Optional.of(words) : Optional.empty();
  }

  private boolean isOneWordAtATime() {
    TokenStreamComponents components = createComponents(field);
    // Who made the analyzer may have the tokenizer read something other than the text.
    if (!components.getSource().getClass().getName().startsWith(LUCENE)) {
      return false;
    }
    TokenStream stream = components.getTokenStream();
    TokenStream input = stream;
    while (input instanceof TokenFilter filter) {
      String name = filter.getClass().getName();
      if (!name.startsWith(LUCENE)
          || !ONE_WORD_AT_A_TIME.contains(name.substring(LUCENE.length()))) {
        return false;
      }
      input = filter.unwrap();
    }
    if (!(input instanceof StandardTokenizer tokenizer)) {
      return false;
    }
    Reader text = Reader.nullReader();
    if (!initReader(field, text).equals(text)) { // there are character filters
      return false;
    }
    components.getSource().accept(text); // which tells the tokenizer how long tokens may be
    maxTokenLength = tokenizer.getMaxTokenLength();
    return TokenRecorder.isCarriedWhole(stream) && new TokenAttributes(stream).chars() != null;
  }

  /** How many characters a token of its tokenizer has, at most. */
  int maxTokenLength() {
    return maxTokenLength;
  }

  /** The tokens of a text, for one consumer in each thread at a time. */
  TokenStream tokens(String text) {
    return tokenStream(field, text);
  }

  @Override
  protected Analyzer getWrappedAnalyzer(String fieldName) {
    return analyzer;
  }
}
