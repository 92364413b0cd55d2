// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Tells a stream's words from what is stacked on them: of the tokens at one position the first is
 * the word. But a synonym gives way to a word that comes after it, in which order {@link
 * SynonymGraphFilter} gives them, and is none beside words that span its position, as the second of
 * "new york" beside "nyc". So a synonym is a word only where it replaces words. For one thread.
 */
final class WordPlaces {
  /** What a token is. */
  enum Place {
    /** The word of the next position, as far as is known. */
    WORD,
    /** The word of the position in place of the synonym that was taken for it. */
    INSTEAD,
    /** No word. */
    NONE
  }

  private final TypeAttribute type;
  private final PositionIncrementAttribute increment;
  private final PositionLengthAttribute length;
  private long position;
  private long wordAt; // position of the last word
  private long wordsEnd; // position after all words that are no synonyms
  private boolean standsIn; // the last word is a synonym

  WordPlaces(TokenStream stream) {
    type = stream.addAttribute(TypeAttribute.class);
    increment = stream.addAttribute(PositionIncrementAttribute.class);
    length = stream.addAttribute(PositionLengthAttribute.class);
  }

  /** Before the first token of a text. */
  void reset() {
    position = wordAt = wordsEnd = 0;
    standsIn = false;
  }

  boolean isSynonym() {
    return SynonymGraphFilter.TYPE_SYNONYM.equals(type.type());
  }

  /** Takes the stream's current token, each once. */
  Place next(boolean isSynonym) {
    position += increment.getPositionIncrement();
    if (isSynonym) {
      return position == wordAt || position < wordsEnd ? Place.NONE : word(true);
    }
    wordsEnd = Math.max(wordsEnd, position + length.getPositionLength());
    if (position != wordAt) {
      return word(false);
    }
    boolean replaces = standsIn;
    standsIn = false;
    return replaces ? Place.INSTEAD : Place.NONE;
  }

  private Place word(boolean isSynonym) {
    wordAt = position;
    standsIn = isSynonym;
    return Place.WORD;
  }
}
