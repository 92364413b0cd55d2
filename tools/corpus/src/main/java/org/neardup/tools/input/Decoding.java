// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

/** Turns bytes into text; what is not text is refused, or in HTML replaced. */
final class Decoding {
  /** What stands for malformed bytes in a text. */
  private static final char REPLACEMENT = '\uFFFD';

  /** In UTF-8, to be taken for it; letters of other sets are hardly ever well-formed. */
  private static final int OTHERS_A_MALFORMED = 2;

  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private Decoding() {}

  /**
   * Decodes all bytes.
   *
   * @throws BadInputException at the first malformed byte, which the message shows with its offset
   *     from 0
   */
  static String decode(byte[] bytes, Charset charset) throws BadInputException {
    String text = new String(bytes, charset); // many times as fast as a decoder
    return text.indexOf(REPLACEMENT) < 0 ? text : decodeStrictly(bytes, charset);
  }

  /**
   * Decodes as browsers do: U+FFFD stands for malformed bytes.
   *
   * @param charset null if none is declared: UTF-8 if hardly any bytes are not
   */
  static Text read(byte[] bytes, Charset charset) {
    Charset read = charset;
    if (charset == null) {
      read = isMostlyUtf8(bytes) ? UTF_8 : WebCharset.UNDECLARED;
    }
    try {
      return new Text(decode(bytes, read), null);
    } catch (BadInputException e) {
      return new Text(new String(bytes, read), e.getMessage());
    }
  }

  /**
   * What was read.
   *
   * @param problem the first malformed byte; null if there is none
   */
  record Text(String text, String problem) {
    boolean isWhole() {
      return problem == null;
    }
  }

  /** A page may be cut within a character, or quote another one: that must not spoil the rest. */
  private static boolean isMostlyUtf8(byte[] bytes) {
    if (isUtf8(bytes)) {
      return true;
    }
    String text = new String(bytes, UTF_8);
    long malformed = text.chars().filter(c -> c == REPLACEMENT).count();
    long others = text.chars().filter(c -> c >= 0x80).count() - malformed;
    return others > OTHERS_A_MALFORMED * malformed;
  }

  static boolean isUtf8(byte[] bytes) {
    try {
      decode(bytes, UTF_8);
      return true;
    } catch (BadInputException e) {
      return false;
    }
  }

  /** Slower, and distinguishes what was replaced from what was there. */
  private static String decodeStrictly(byte[] bytes, Charset charset) throws BadInputException {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate((int) (bytes.length * (double) decoder.maxCharsPerByte()));
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError() && WebCharset.isControl(charset, bytes[in.position()])) {
      out.put((char) Byte.toUnsignedInt(in.get()));
      result = decoder.decode(in, out, true);
    }
    if (result.isError()) {
      int at = in.position();
      String malformed = HEX.formatHex(bytes, at, at + result.length());
      throw new BadInputException(
          "invalid " + charset.name() + " at byte " + at + ", got " + malformed);
    }
    decoder.flush(out);
    return out.flip().toString();
  }
}
