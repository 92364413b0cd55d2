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
 */
final class ShingleEmitter {
  private static final String TYPE = "shingle";

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
    ShingleTerm.encode(shingler.element(), term);
    offset.setOffset(starts[(int) (shingler.first() % starts.length)], textEnd);
    increment.setPositionIncrement(1);
    type.setType(TYPE);
  }

  /** Sets the final state of a stream over a text of this length. */
  void end(int length) {
    offset.setOffset(length, length);
  }
}
