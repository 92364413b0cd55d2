// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.AttributeSource;
import org.neardup.internal.analysis.Shingler;

/**
 * Writes a stream's shingles into its attributes. It remembers where the last k units of the text
 * start, as a shingle is known only when its last unit is.
 *
 * <p>Elements as index terms are 11 ASCII characters that sort as the unsigned numbers do. Each
 * character holds six bits of the element (the last one four), highest first.
 */
final class ShingleEmitter {
  /** Characters in a term. */
  static final int TERM_LENGTH = 11;

  private static final String TYPE = "shingle";
  private static final String DIGITS =
      "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

  private final AttributeSource stream;
  private final ShingleHashAttribute hash;
  private final CharTermAttribute term;
  private final OffsetAttribute offset;
  private final PositionIncrementAttribute increment;
  private final TypeAttribute type;
  private final int[] starts; // ring: unit i at i % k

  private int ringNext;
  private int textEnd;

  ShingleEmitter(AttributeSource stream, Shingling shingling) {
    this.stream = stream;
    hash = stream.addAttribute(ShingleHashAttribute.class);
    term = stream.addAttribute(CharTermAttribute.class);
    offset = stream.addAttribute(OffsetAttribute.class);
    increment = stream.addAttribute(PositionIncrementAttribute.class);
    type = stream.addAttribute(TypeAttribute.class);
    starts = new int[shingling.size()];
  }

  void reset() {
    ringNext = textEnd = 0;
  }

  /** Notes the offsets of a unit, in order. */
  void unit(int start, int end) {
    starts[ringNext] = start;
    ringNext = ringNext + 1 == starts.length ? 0 : ringNext + 1;
    textEnd = Math.max(textEnd, end);
  }

  /** Makes the shingle that was completed last the current token. */
  void emit(Shingler shingler) {
    stream.clearAttributes();
    hash.setShingleHash(shingler.element());
    encode(shingler.element(), term.resizeBuffer(TERM_LENGTH));
    term.setLength(TERM_LENGTH);
    offset.setOffset(starts[(int) (shingler.first() % starts.length)], textEnd);
    increment.setPositionIncrement(1);
    type.setType(TYPE);
  }

  /** Sets the final state of a stream over a text of this length. */
  void end(int length) {
    offset.setOffset(length, length);
  }

  /** The term of an element. */
  static String term(long element) {
    char[] term = new char[TERM_LENGTH];
    encode(element, term);
    return new String(term);
  }

  private static void encode(long element, char[] term) {
    for (int i = 0, shift = 58; i < TERM_LENGTH - 1; i++, shift -= 6) {
      term[i] = DIGITS.charAt((int) (element >>> shift) & 63);
    }
    term[TERM_LENGTH - 1] = DIGITS.charAt((int) element & 15);
  }
}
