// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Distinguishes a stream's words from tokens stacked on them: of the tokens at one position, the
 * first is the word. But a synonym gives way to a word that comes after it, as {@link
 * SynonymGraphFilter} emits them in this order. It is no word either beside a word that spans its
 * position, such as the second part of the synonym "new york" beside "nyc". So a synonym is a word
 * only where it replaces words. For one thread.
 */
public final class WordPlaces {
  /** What a token is. */
  public enum Place {
    /** The word of the next position, as far as is known. */
    WORD,
    /** The word of the position, replacing the synonym that was taken for it. */
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

  public WordPlaces(TokenStream stream) {
    type = stream.addAttribute(TypeAttribute.class);
    increment = stream.addAttribute(PositionIncrementAttribute.class);
    length = stream.addAttribute(PositionLengthAttribute.class);
  }

  /** Begins a text. */
  public void reset() {
    position = wordAt = wordsEnd = 0;
    standsIn = false;
  }

  public boolean isSynonym() {
    return SynonymGraphFilter.TYPE_SYNONYM.equals(type.type());
  }

  /** Classifies the stream's current token; to be called once for each. */
  public Place next(boolean isSynonym) {
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
