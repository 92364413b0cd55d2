// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import java.io.Reader;
import java.text.Normalizer.Form;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.EmptyTokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.neardup.internal.analysis.NormalizingReader;
import org.neardup.internal.analysis.TextNormalizer;

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
@SuppressWarnings("exports") // some of it is for Neardup itself
public final class NormalizedAnalyzer extends AnalyzerWrapper {
  private final Analyzer analyzer;
  private final Form form;
  private final UnaryOperator<TokenStream> segmenter;

  @SuppressWarnings("ThreadLocalUsage") // each analyzer has its own
  private final ThreadLocal<NormalizingReader> next = new ThreadLocal<>();

  /** Normalises texts to NFKC. */
  public NormalizedAnalyzer(Analyzer analyzer) {
    this(analyzer, Form.NFKC, UnaryOperator.identity());
  }

  /**
   * Normalises texts, and splits tokens into words.
   *
   * @param form NFC or NFKC
   * @param segmenter makes a filter that changes tokens of the type {@link
   *     StandardTokenizer#SOUTHEAST_ASIAN} alone, as scripts without blanks between words have
   *     them; their offsets are still those in the normalised text
   * @throws IllegalArgumentException if the form is another one
   */
  public NormalizedAnalyzer(Analyzer analyzer, Form form, UnaryOperator<TokenStream> segmenter) {
    super(Objects.requireNonNull(analyzer, "analyzer").getReuseStrategy());
    this.analyzer = analyzer;
    this.form = new TextNormalizer(form).form();
    this.segmenter = Objects.requireNonNull(segmenter, "segmenter");
  }

  /** The analyzer of the normalised texts. */
  public Analyzer analyzer() {
    return analyzer;
  }

  /** The same, but for splitting tokens into words. */
  public NormalizedAnalyzer withoutSegmenter() {
    return new NormalizedAnalyzer(analyzer, form, UnaryOperator.identity());
  }

  /** What this analyzer does itself: the form, and the name of the filter that splits tokens. */
  public String parameters() {
    TokenStream tokens = segmenter.apply(new EmptyTokenStream());
    return tokens instanceof EmptyTokenStream
        ? form.toString()
        : form + " " + tokens.getClass().getSimpleName();
  }

  /** A text as an analyzer reads it that normalises to NFKC. */
  public static String normalized(CharSequence text) {
    char[] chars = text.toString().toCharArray();
    TextNormalizer normalizer = new TextNormalizer(Form.NFKC);
    normalizer.normalize(chars, chars.length);
    return new String(normalizer.chars(), 0, normalizer.length());
  }

  public TextNormalizer normalizer() {
    return new TextNormalizer(form);
  }

  @Override
  protected Analyzer getWrappedAnalyzer(String field) {
    return analyzer;
  }

  @Override
  protected Reader wrapReader(String field, Reader text) {
    NormalizingReader reader = new NormalizingReader(text, form);
    next.set(reader);
    return reader;
  }

  @Override
  protected Reader wrapReaderForNormalization(String field, Reader text) {
    return new NormalizingReader(text, form);
  }

  @Override
  protected TokenStreamComponents wrapComponents(String field, TokenStreamComponents components) {
    TokenStream tokens = segmenter.apply(components.getTokenStream());
    OriginalOffsetsFilter filter = new OriginalOffsetsFilter(tokens);
    return new TokenStreamComponents(
        reader -> {
          filter.text = next.get(); // what the other analyzer's own filters read
          next.remove();
          components.getSource().accept(reader);
        },
        filter);
  }

  @Override
  public String toString() {
    return form + " " + analyzer;
  }

  /**
   * Gives tokens their offsets in the original text. All that comes before has those in the
   * normalised one: a tokenizer corrects starts and ends alike, and could not give each of the
   * words that a character becomes all of it.
   */
  private static final class OriginalOffsetsFilter extends TokenFilter {
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private NormalizingReader text;
    private int start;
    private int end;

    OriginalOffsetsFilter(TokenStream input) {
      super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
      offset.setOffset(start, end); // filters may leave them to the next token
      if (!input.incrementToken()) {
        return false;
      }
      start = offset.startOffset();
      end = offset.endOffset();
      int originalStart = text.start(start);
      offset.setOffset(originalStart, Math.max(originalStart, text.end(end)));
      return true;
    }

    @Override
    public void end() throws IOException {
      super.end();
      int length = text.start(offset.endOffset());
      offset.setOffset(length, length);
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      start = 0;
      end = 0;
    }
  }
}
