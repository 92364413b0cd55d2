// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.CharacterUtils;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.util.AttributeFactory;
import org.neardup.internal.analysis.Shingler;

/**
 * Emits the hashes of a text's windows of k characters.
 *
 * <p>A character is a Unicode code point, blanks and line ends included; an unpaired surrogate
 * counts as one. Nothing is normalised: put character filters before it. Tokens have the form of
 * those of {@link ShingleHashFilter}. Memory does not grow with the text unless repeats are
 * numbered.
 */
public final class CharacterShingleTokenizer extends Tokenizer {
  private final Shingler shingler;
  private final ShingleEmitter emitter;
  private final CharacterUtils.CharacterBuffer buffer = CharacterUtils.newCharacterBuffer(4096);

  private int bufferStart; // offset in the text of the buffer's first char
  private int bufferNext;

  /**
   * Makes shingles of characters from the reader that {@link #setReader} sets.
   *
   * @throws IllegalArgumentException if the shingling is one of words
   */
  public CharacterShingleTokenizer(Shingling shingling) {
    this(DEFAULT_TOKEN_ATTRIBUTE_FACTORY, shingling);
  }

  /** The same with an attribute factory. */
  public CharacterShingleTokenizer(AttributeFactory factory, Shingling shingling) {
    super(factory);
    if (shingling.unit() != Shingling.Unit.CHARACTER) {
      throw new IllegalArgumentException("shingling must be one of characters, got " + shingling);
    }
    shingler = new Shingler(shingling);
    emitter = new ShingleEmitter(this, shingling);
  }

  @Override
  public boolean incrementToken() throws IOException {
    while (bufferNext < buffer.getLength() || fill()) {
      if (pushCodePoint()) {
        emitter.emit(shingler);
        return true;
      }
    }
    if (shingler.finish()) {
      emitter.emit(shingler);
      return true;
    }
    return false;
  }

  private boolean fill() throws IOException {
    bufferStart += buffer.getLength();
    bufferNext = 0;
    CharacterUtils.fill(buffer, input); // never splits a surrogate pair
    return buffer.getLength() > 0;
  }

  private boolean pushCodePoint() {
    int codePoint = Character.codePointAt(buffer.getBuffer(), bufferNext, buffer.getLength());
    int start = bufferStart + bufferNext;
    bufferNext += Character.charCount(codePoint);
    emitter.unit(correctOffset(start), correctOffset(bufferStart + bufferNext));
    return shingler.push(shingler.hash(codePoint));
  }

  @Override
  public void end() throws IOException {
    super.end();
    emitter.end(correctOffset(bufferStart + buffer.getLength()));
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    shingler.reset();
    emitter.reset();
    buffer.reset();
    bufferStart = bufferNext = 0;
  }
}
