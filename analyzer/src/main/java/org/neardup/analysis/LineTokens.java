// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.UnicodeUtil;

/** The tokens of a stream of lines that are a word each. */
final class LineTokens {
  private final TokenStream stream;
  private final Shingler shingler;
  private final TokenAttributes token;
  private int increment = 1; // that the next token should have

  /** Those of a stream whose consumer calls {@link #learn} for each word. */
  LineTokens(TokenStream stream, Shingler shingler) {
    this.stream = stream;
    this.shingler = shingler;
    token = new TokenAttributes(stream);
  }

  /**
   * Gives a word its token. It is odd if it has several, or one that tells more than a term and its
   * place.
   *
   * @param isToken whether the stream is at a token
   * @return whether it is now at one of a later line
   */
  boolean learn(LearntWord word, boolean isToken, int start, int end) throws IOException {
    boolean isNext = isToken;
    if (!isToken || token.startOffset() >= end) {
      increment++;
      return isNext;
    }
    if (isPlain(start, end)) {
      word.setToken(token.bytes(), shingler.hash(token.chars()), token.type(), token.isKeyword());
    } else {
      word.setOdd();
    }
    increment = 1;
    isNext = stream.incrementToken();
    while (isNext && token.startOffset() < end) {
      word.setOdd();
      isNext = stream.incrementToken();
    }
    return isNext;
  }

  private boolean isPlain(int start, int end) {
    return token.startOffset() == start
        && token.endOffset() == end
        && token.increment() == increment
        && token.isOnlyTerm()
        && token.bytes().length <= LearntWord.MAX_TERM
        && UnicodeUtil.validUTF16String(token.chars());
  }
}
