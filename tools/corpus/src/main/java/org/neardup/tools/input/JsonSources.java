// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.io.function.IOSupplier;

/**
 * Reads JSON of any shape: JSON Lines, an array of objects, or objects over several lines. What
 * comes first tells which it is, whatever the file is called.
 */
final class JsonSources {
  private static final int LOOKED_AT_BYTES = 1 << 12;

  private JsonSources() {}

  /** Of a stream, which is read once. */
  static Inputs.Source of(String name, IOSupplier<InputStream> opener, InputRules rules) {
    return sink -> {
      InputStream rest = opener.get();
      byte[] begin = begin(rest);
      byte[] json = ByteOrderMark.strip(begin);
      // Not a PushbackInputStream: where the rest fails at once, that loses what was read before.
      InputStream in = new SequenceInputStream(new ByteArrayInputStream(json), rest);
      Inputs.Source source =
          isLines(begin)
              ? new JsonLinesSource(name, () -> in, rules)
              : new JsonObjectsSource(name, in, begin.length - json.length, rules);
      source.read(sink);
    };
  }

  /** Whether a file is plain JSON Lines, of which parts can be read. */
  static boolean canBeSplit(Path path, InputRules rules) throws IOException {
    String name = rules.nameOf(path.toString());
    if (FileFormat.of(name) != FileFormat.JSON || Compression.of(name) != Compression.NONE) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] begin = begin(in);
      return isLines(begin) && !ByteOrderMark.isUtf16(begin);
    }
  }

  /** The first bytes, as far as the end of the first line that is not blank, if that is near. */
  static byte[] begin(InputStream in) {
    return begin(in, LOOKED_AT_BYTES);
  }

  /** The same, and at most so many. */
  static byte[] begin(InputStream in, int most) {
    byte[] bytes = new byte[most];
    int length = 0;
    try {
      int count = 0;
      while (count >= 0
          && length < bytes.length
          && text(bytes, length).stripLeading().indexOf('\n') < 0) {
        count = in.read(bytes, length, bytes.length - length);
        length += Math.max(0, count);
      }
    } catch (IOException e) {
      // What is read next fails in the same way, and tells.
    }
    return Arrays.copyOf(bytes, length);
  }

  private static String text(byte[] bytes, int length) {
    return new String(bytes, 0, length, ISO_8859_1).replaceFirst("^\u00EF\u00BB\u00BF", "");
  }

  /**
   * Lines end with LF; in no other shape does one end where an object goes on, or begin an array.
   */
  private static boolean isLines(byte[] begin) {
    String text = text(begin, begin.length).stripLeading();
    int end = text.indexOf('\n');
    String line = (end < 0 ? "" : text.substring(0, end)).stripTrailing();
    boolean hasOtherEnds = end < 0 && text.indexOf('\r') >= 0;
    boolean goesOn = !line.isEmpty() && "{[,:".indexOf(line.charAt(line.length() - 1)) >= 0;
    return !text.startsWith("[") && !goesOn && !hasOtherEnds;
  }
}
