// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/** A character set of the web that the JDK does not have: one byte a character. It only decodes. */
final class TableCharset extends Charset {
  /** In the place of a byte that stands for nothing. */
  static final char UNMAPPED = '\uFFFD';

  private final String characters;

  /**
   * Of a table.
   *
   * @param characters that the 256 bytes stand for
   */
  TableCharset(String name, String characters) {
    super(name, null);
    if (characters.length() != 1 << Byte.SIZE) {
      throw new IllegalArgumentException(
          name + " must have 256 characters, got " + characters.length());
    }
    this.characters = characters;
  }

  @Override
  public boolean contains(Charset other) {
    return equals(other);
  }

  @Override
  public CharsetDecoder newDecoder() {
    return new CharsetDecoder(this, 1, 1) {
      @Override
      protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
        while (in.hasRemaining()) {
          if (!out.hasRemaining()) {
            return CoderResult.OVERFLOW;
          }
          char c = characters.charAt(Byte.toUnsignedInt(in.get(in.position())));
          if (c == UNMAPPED) {
            return CoderResult.unmappableForLength(1);
          }
          out.put(c);
          in.get();
        }
        return CoderResult.UNDERFLOW;
      }
    };
  }

  @Override
  public boolean canEncode() {
    return false;
  }

  @Override
  public CharsetEncoder newEncoder() {
    throw new UnsupportedOperationException(name() + " is only read");
  }
}
