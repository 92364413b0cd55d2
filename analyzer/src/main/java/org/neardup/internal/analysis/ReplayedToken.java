// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import org.apache.lucene.analysis.tokenattributes.FlagsAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.AttributeReflector;
import org.apache.lucene.util.BytesRef;

/**
 * All attributes of a replayed token. One class, since a stream clears its attributes at each
 * token, with one call for each class.
 */
final class ReplayedToken extends AttributeImpl
    implements TermToBytesRefAttribute,
        PositionIncrementAttribute,
        PositionLengthAttribute,
        OffsetAttribute,
        TypeAttribute,
        TermFrequencyAttribute,
        PayloadAttribute,
        FlagsAttribute,
        KeywordAttribute {

  int positionIncrement = 1;
  int positionLength = 1;
  int startOffset;
  int endOffset;
  private String type = DEFAULT_TYPE;
  int frequency = 1;
  private BytesRef payload;
  int flags;
  boolean isKeyword;

  private BytesRef term = new BytesRef();

  @SuppressWarnings("ReferenceEquality") // to set it only if it changes
  void setTerm(byte[] bytes, int from, int length) {
    if (term.bytes != bytes) {
      term.bytes = bytes;
    }
    term.offset = from;
    term.length = length;
  }

  @Override
  public void clear() {
    term.length = 0;
    positionIncrement = positionLength = frequency = 1;
    startOffset = endOffset = flags = 0;
    type = DEFAULT_TYPE;
    payload = null;
    isKeyword = false;
  }

  @Override
  public void reflectWith(AttributeReflector reflector) {
    reflector.reflect(TermToBytesRefAttribute.class, "bytes", BytesRef.deepCopyOf(term));
    reflector.reflect(PositionIncrementAttribute.class, "positionIncrement", positionIncrement);
    reflector.reflect(PositionLengthAttribute.class, "positionLength", positionLength);
    reflector.reflect(OffsetAttribute.class, "startOffset", startOffset);
    reflector.reflect(OffsetAttribute.class, "endOffset", endOffset);
    reflector.reflect(TypeAttribute.class, "type", type);
    reflector.reflect(TermFrequencyAttribute.class, "termFrequency", frequency);
    reflector.reflect(PayloadAttribute.class, "payload", payload);
    reflector.reflect(FlagsAttribute.class, "flags", flags);
    reflector.reflect(KeywordAttribute.class, "keyword", isKeyword);
  }

  @Override
  public void copyTo(AttributeImpl target) {
    ReplayedToken other = (ReplayedToken) target;
    other.setTerm(term.bytes, term.offset, term.length);
    other.positionIncrement = positionIncrement;
    other.positionLength = positionLength;
    other.startOffset = startOffset;
    other.endOffset = endOffset;
    other.type = type;
    other.frequency = frequency;
    other.payload = payload;
    other.flags = flags;
    other.isKeyword = isKeyword;
  }

  @Override
  public ReplayedToken clone() {
    ReplayedToken clone = (ReplayedToken) super.clone();
    clone.term = term.clone(); // the bytes never change
    return clone;
  }

  @Override
  public BytesRef getBytesRef() {
    return term;
  }

  @Override
  public void setPositionIncrement(int positionIncrement) {
    this.positionIncrement = positionIncrement;
  }

  @Override
  public int getPositionIncrement() {
    return positionIncrement;
  }

  @Override
  public void setPositionLength(int positionLength) {
    this.positionLength = positionLength;
  }

  @Override
  public int getPositionLength() {
    return positionLength;
  }

  @Override
  public int startOffset() {
    return startOffset;
  }

  @Override
  public void setOffset(int startOffset, int endOffset) {
    this.startOffset = startOffset;
    this.endOffset = endOffset;
  }

  @Override
  public int endOffset() {
    return endOffset;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // to set it only if it changes
  public void setType(String type) {
    if (this.type != type) {
      this.type = type;
    }
  }

  @Override
  public void setTermFrequency(int termFrequency) {
    frequency = termFrequency;
  }

  @Override
  public int getTermFrequency() {
    return frequency;
  }

  @Override
  public BytesRef getPayload() {
    return payload;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // to set it only if it changes
  public void setPayload(BytesRef payload) {
    if (this.payload != payload) {
      this.payload = payload;
    }
  }

  @Override
  public int getFlags() {
    return flags;
  }

  @Override
  public void setFlags(int flags) {
    this.flags = flags;
  }

  @Override
  public boolean isKeyword() {
    return isKeyword;
  }

  @Override
  public void setKeyword(boolean isKeyword) {
    this.isKeyword = isKeyword;
  }
}
