// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer.Form;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Makes equal what readers cannot tell apart, before another analyzer splits a text into words:
 * {@code new NormalizedAnalyzer(new StandardAnalyzer())}. Give it to the writer and to the query
 * parser, so that documents are compared and found however their letters are encoded.
 *
 * <p>Composed and decomposed letters become one of Unicode's forms (NFC; or NFKC, where ligatures,
 * full width and half width become plain letters, too). Characters that stand for an apostrophe
 * become {@code '}. Soft hyphens, zero-width spaces and joiners, direction marks and variation
 * selectors are dropped. Offsets are those of the original text.
 *
 * <p>For any thread, as the other analyzer is. Does not close it.
 *
 * @see <a href="https://www.unicode.org/reports/tr15/">Unicode normalization forms</a>
 */
public final class NormalizedAnalyzer extends AnalyzerWrapper {
  private final Analyzer analyzer;
  private final Form form;
  private final BiFunction<TokenStream, IntUnaryOperator, TokenStream> segmenter;

  /** Normalises texts to NFKC. */
  public NormalizedAnalyzer(Analyzer analyzer) {
    this(analyzer, Form.NFKC, (tokens, offsets) -> tokens);
  }

  /**
   * Normalises texts, and splits tokens into words.
   *
   * @param form NFC or NFKC
   * @param segmenter makes a filter that changes tokens of the type {@link
   *     StandardTokenizer#SOUTHEAST_ASIAN} alone, as scripts without blanks between words have
   *     them; it is given the tokens, and what makes offsets in the original text of those in the
   *     normalised one
   * @throws IllegalArgumentException if the form is another one
   */
  public NormalizedAnalyzer(
      Analyzer analyzer,
      Form form,
      BiFunction<TokenStream, IntUnaryOperator, TokenStream> segmenter) {
    super(Objects.requireNonNull(analyzer, "analyzer").getReuseStrategy());
    this.analyzer = analyzer;
    this.form = new TextNormalizer(form).form();
    this.segmenter = Objects.requireNonNull(segmenter, "segmenter");
  }

  /** The analyzer of the normalised texts. */
  public Analyzer analyzer() {
    return analyzer;
  }

  TextNormalizer normalizer() {
    return new TextNormalizer(form);
  }

  @Override
  protected Analyzer getWrappedAnalyzer(String field) {
    return analyzer;
  }

  @Override
  protected Reader wrapReader(String field, Reader text) {
    return new NormalizingCharFilter(text, form);
  }

  @Override
  protected Reader wrapReaderForNormalization(String field, Reader text) {
    return new NormalizingCharFilter(text, form);
  }

  @Override
  protected TokenStreamComponents wrapComponents(String field, TokenStreamComponents components) {
    AtomicReference<Reader> text = new AtomicReference<>();
    return new TokenStreamComponents(
        reader -> {
          text.set(reader);
          components.getSource().accept(reader);
        },
        new OrderedOffsetsFilter(
            segmenter.apply(
                components.getTokenStream(),
                at -> text.get() instanceof CharFilter normal ? normal.correctOffset(at) : at)));
  }

  @Override
  public String toString() {
    return form + " " + analyzer;
  }

  /**
   * Lets no token begin before the one that it follows, which Lucene's index refuses. Filters that
   * join tokens, as {@code CJKBigramFilter} does, take those for neighbours that normalisation made
   * of one character.
   */
  private static final class OrderedOffsetsFilter extends TokenFilter {
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private int lastStart;

    OrderedOffsetsFilter(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      int start = offset.startOffset();
      if (start < lastStart) {
        offset.setOffset(lastStart, Math.max(lastStart, offset.endOffset()));
      } else {
        lastStart = start;
      }
      return true;
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      lastStart = 0;
    }
  }
}
