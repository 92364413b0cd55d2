// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import java.util.Iterator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.BytesRef;

/**
 * Reads packed tokens back, in the form that {@link PackedTokens} describes. A hot loop, run for
 * each token of each document indexed: a term is not copied, and most tokens are a term and an
 * empty header. References are set only where they change, because with some garbage collectors
 * setting them takes longer than all the rest.
 */
final class ReplayStream extends TokenStream {
  private static final int NOT_RESET = Integer.MAX_VALUE;

  private final ReplayedToken token = new ReplayedToken();
  private PackedTokens tokens;
  private byte[] packed = {};
  private int at = NOT_RESET;
  private int previousEnd;
  private String previousType;
  private boolean isAlone; // it has no attributes but those of the token

  ReplayStream() {
    addAttributeImpl(token);
  }

  void setTokens(PackedTokens tokens) {
    this.tokens = tokens;
    at = NOT_RESET;
  }

  @Override
  public void reset() {
    packed = tokens.packed;
    at = 0;
    previousEnd = -1;
    previousType = TypeAttribute.DEFAULT_TYPE;
    Iterator<AttributeImpl> attributes = getAttributeImplsIterator();
    attributes.next();
    isAlone = !attributes.hasNext();
  }

  @Override
  public boolean incrementToken() {
    if (at >= packed.length) {
      checkReset();
      return false;
    }
    if (!isAlone) {
      clearAttributes();
    }
    int termBytes = readVInt();
    token.setTerm(packed, at, termBytes);
    at += termBytes;
    int header = packed[at++];
    readPlace(header, termBytes);
    readKind(header);
    return true;
  }

  private void checkReset() {
    if (at == NOT_RESET) {
      throw new IllegalStateException("a stream must be reset before it is consumed");
    }
  }

  private void readPlace(int header, int termBytes) {
    token.positionIncrement = (header & PackedTokens.INCREMENT) == 0 ? 1 : readVInt();
    int start = previousEnd + 1;
    if ((header & PackedTokens.START) != 0) {
      start += readSigned();
    }
    int end = start + termBytes;
    if ((header & PackedTokens.END) != 0) {
      end += readSigned();
    }
    token.startOffset = start;
    token.endOffset = end;
    previousEnd = end;
  }

  private void readKind(int header) {
    if ((header & PackedTokens.TYPE) != 0) {
      previousType = tokens.types.get(readVInt());
    }
    token.setType(previousType);
    token.frequency = (header & PackedTokens.FREQUENCY) == 0 ? 1 : readVInt();
    boolean isRare = (header & PackedTokens.RARE) != 0;
    token.isKeyword = isRare && readVInt() != 0;
    token.positionLength = isRare ? readVInt() : 1;
    token.flags = isRare ? readVInt() : 0;
    BytesRef payload = null;
    if ((header & PackedTokens.PAYLOAD) != 0) {
      int payloadBytes = readVInt();
      payload = new BytesRef(packed, at, payloadBytes);
      at += payloadBytes;
    }
    token.setPayload(payload);
  }

  private int readSigned() {
    int number = readVInt();
    return number >>> 1 ^ -(number & 1);
  }

  private int readVInt() {
    int number = packed[at++];
    if (number >= 0) {
      return number;
    }
    number &= 0x7F;
    for (int shift = 7; ; shift += 7) {
      byte next = packed[at++];
      number |= (next & 0x7F) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  @Override
  public void end() {
    checkReset();
    clearAttributes();
    token.startOffset = tokens.finalState.startOffset();
    token.endOffset = tokens.finalState.endOffset();
    token.positionIncrement = tokens.finalState.positionIncrement();
  }

  @Override
  public void close() {
    at = NOT_RESET;
  }
}
