// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.Attribute;
import org.apache.lucene.util.AttributeSource;

/**
 * Packs the tokens of one stream after another while someone else consumes them.
 *
 * <pre>{@code
 * extractor.add(recorder.tee(analyzer.tokenStream(field, text)));
 * Optional<PackedTokens> tokens = recorder.take();
 * }</pre>
 *
 * <p>{@link ElementExtractor#addReplayable} does both for a document's field. Reuses its buffer.
 * For one thread.
 */
public final class TokenRecorder {
  private static final int MAX_BYTES = 1 << 30; // well below the longest array

  private static final Set<Class<? extends Attribute>> CARRIED =
      Set.of(
          CharTermAttribute.class,
          FlagsAttribute.class,
          KeywordAttribute.class,
          OffsetAttribute.class,
          PayloadAttribute.class,
          PositionIncrementAttribute.class,
          PositionLengthAttribute.class,
          TermFrequencyAttribute.class,
          TermToBytesRefAttribute.class,
          TypeAttribute.class);

  private final TokenPacker packer;
  private boolean isCarried; // so far
  private PackedTokens.FinalState finalState; // null until the end

  /** Creates a recorder that gives up on a stream whose packed tokens exceed 1 GiB. */
  public TokenRecorder() {
    this(MAX_BYTES);
  }

  TokenRecorder(int maxBytes) {
    packer = new TokenPacker(maxBytes);
  }

  /**
   * Returns the same tokens, and records them as they pass. Discards any earlier recording,
   * finished or not.
   *
   * @param tokens a stream not yet reset; closed with the returned one
   */
  public TokenStream tee(TokenStream tokens) {
    finalState = null;
    return new Recording(tokens);
  }

  /**
   * The tokens of the stream consumed last; empty if they cannot be replayed as they were, because
   * the stream has attributes other than those that {@link PackedTokens} carries, or too many
   * tokens. The text must then be analysed again.
   *
   * @throws IllegalStateException if no stream was consumed to its end since the last call
   */
  public Optional<PackedTokens> take() {
    if (finalState == null) {
      throw new IllegalStateException(
          "a stream must be consumed and ended before its tokens are taken");
    }
    PackedTokens packed = isCarried ? packer.pack(finalState) : null;
    finalState = null;
    return Optional.ofNullable(packed);
  }

  /** Whether packed tokens carry all attributes of a stream. */
  static boolean isCarriedWhole(AttributeSource stream) {
    Iterator<Class<? extends Attribute>> i = stream.getAttributeClassesIterator();
    while (i.hasNext()) {
      if (!CARRIED.contains(i.next())) {
        return false;
      }
    }
    return true;
  }

  /** Passes tokens on and packs them. */
  private final class Recording extends TokenFilter {
    private TokenAttributes token;

    Recording(TokenStream input) {
      super(input);
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      // As an index writer does, look at the attributes after the reset.
      token = new TokenAttributes(this);
      isCarried = token.hasTerm() && isCarriedWhole(this);
      packer.reset();
      finalState = null;
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (!input.incrementToken()) {
        return false;
      }
      isCarried = isCarried && packer.add(token);
      return true;
    }

    @Override
    public void end() throws IOException {
      super.end();
      finalState = token.finalState();
      isCarried = isCarried && isCarriedWhole(this); // a filter may add attributes late
    }
  }
}
