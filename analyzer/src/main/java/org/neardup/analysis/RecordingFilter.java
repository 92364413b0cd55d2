// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

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

/** Passes tokens on and packs them; made for one recording. */
final class RecordingFilter extends TokenFilter {
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
  private TokenAttributes token;
  private boolean packing;
  private PackedTokens.FinalState finalState; // null until the end

  RecordingFilter(TokenStream input, TokenPacker packer) {
    super(input);
    this.packer = packer;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    // As an index writer does, look at the attributes after the reset.
    token = new TokenAttributes(this);
    packing = token.hasTerm() && isCarriedWhole(this);
    packer.reset();
    finalState = null;
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

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    if (packing) {
      packing = packer.add(token);
    }
    return true;
  }

  @Override
  public void end() throws IOException {
    super.end();
    finalState = token.finalState();
    packing = packing && isCarriedWhole(this); // a filter may add attributes late
  }

  boolean isEnded() {
    return finalState != null;
  }

  Optional<PackedTokens> tokens() {
    return packing ? Optional.of(packer.pack(finalState)) : Optional.empty();
  }
}
