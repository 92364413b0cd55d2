// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.AttributeSource;
import org.apache.lucene.util.BytesRef;

/**
 * Reads a stream's current token; attributes that the stream lacks have their defaults. Adds only
 * attributes that an index writer would add, too.
 */
final class TokenAttributes {
  private final TermToBytesRefAttribute term;
  private final CharTermAttribute chars; // null: the term's bytes may not be its characters
  private final PositionIncrementAttribute increment;
  private final OffsetAttribute offset;
  private final TypeAttribute type;
  private final TermFrequencyAttribute frequency;
  private final PositionLengthAttribute positionLength;
  private final KeywordAttribute keyword;
  private final FlagsAttribute flags;
  private final PayloadAttribute payload;

  TokenAttributes(AttributeSource stream) {
    term = stream.getAttribute(TermToBytesRefAttribute.class);
    chars = isPlain(term) ? (CharTermAttribute) term : null;
    increment = stream.addAttribute(PositionIncrementAttribute.class);
    offset = stream.addAttribute(OffsetAttribute.class);
    type = stream.getAttribute(TypeAttribute.class);
    frequency = stream.getAttribute(TermFrequencyAttribute.class);
    positionLength = stream.getAttribute(PositionLengthAttribute.class);
    keyword = stream.getAttribute(KeywordAttribute.class);
    flags = stream.getAttribute(FlagsAttribute.class);
    payload = stream.getAttribute(PayloadAttribute.class);
  }

  // Subclasses may turn characters into other bytes, such as those of a collation key.
  private static boolean isPlain(TermToBytesRefAttribute term) {
    return term != null
        && (term.getClass() == PackedTokenAttributeImpl.class
            || term.getClass() == CharTermAttributeImpl.class);
  }

  boolean hasTerm() {
    return term != null;
  }

  /** The characters that are the term in UTF-8; null if only {@link #bytes} gives the term. */
  CharTermAttribute chars() {
    return chars;
  }

  BytesRef bytes() {
    return term.getBytesRef();
  }

  int increment() {
    return increment.getPositionIncrement();
  }

  int startOffset() {
    return offset.startOffset();
  }

  int endOffset() {
    return offset.endOffset();
  }

  String type() {
    return type == null ? TypeAttribute.DEFAULT_TYPE : type.type();
  }

  int frequency() {
    return frequency == null ? 1 : frequency.getTermFrequency();
  }

  int positionLength() {
    return positionLength == null ? 1 : positionLength.getPositionLength();
  }

  boolean isKeyword() {
    return keyword != null && keyword.isKeyword();
  }

  int flags() {
    return flags == null ? 0 : flags.getFlags();
  }

  BytesRef payload() {
    return payload == null ? null : payload.getPayload();
  }

  /** Whether the token has nothing to tell but term, place, type and keyword mark. */
  boolean isOnlyTerm() {
    return frequency() == 1 && positionLength() == 1 && flags() == 0 && payload() == null;
  }

  PackedTokens.FinalState finalState() {
    return new PackedTokens.FinalState(startOffset(), endOffset(), increment());
  }
}
