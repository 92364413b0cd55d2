// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.neardup.tools.console.OneLine;

/** Keeps single documents from filling the memory, and messages from filling the screen. */
final class Limits {
  /** An unknown length. */
  static final long UNKNOWN = -1;

  private static final int SHOWN_CHARACTERS = 60;

  private Limits() {}

  /**
   * Reads a whole stream, unless it is too long: then it leaves the rest, which may have no end.
   *
   * @param saidBytes how long it is said to be, for the message, or {@link #UNKNOWN}
   * @throws BadInputException if it holds {@code maxBytes} or more
   */
  static byte[] read(InputStream in, int maxBytes, long saidBytes)
      throws IOException, BadInputException {
    byte[] bytes = in.readNBytes(maxBytes);
    if (bytes.length < maxBytes) {
      return bytes;
    }
    throw new BadInputException(
        saidBytes > maxBytes
            ? tooLong("file", maxBytes, saidBytes)
            : tooLong("file", maxBytes, maxBytes) + " or more");
  }

  static String tooLong(String what, int maxBytes, long bytes) {
    return String.format(
        Locale.ROOT, "%s must be shorter than %,d bytes, got %,d", what, maxBytes, bytes);
  }

  /** The value for a message: one line, its beginning only when it is long. */
  static String shown(String value) {
    int most = Math.min(value.length(), 3 * SHOWN_CHARACTERS);
    return value.codePointCount(0, most) <= SHOWN_CHARACTERS
        ? OneLine.of(value)
        : OneLine.of(value.substring(0, value.offsetByCodePoints(0, SHOWN_CHARACTERS))) + "...";
  }
}
