// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The header of a record of WARC or of a response of HTTP: a first line, then names and values, up
 * to an empty line, or to the end. Lines end with CR LF or LF; one that begins with a blank goes on
 * with the value before; one without a colon is skipped, as browsers do. They are UTF-8, or else
 * ISO 8859-1.
 */
final class HeaderLines {
  /** No line. */
  static final HeaderLines NONE = new HeaderLines();

  private static final int MAX_BYTES = 1 << 20;

  private final String first;
  private final Map<String, List<String>> values = new HashMap<>();

  private HeaderLines() {
    first = "";
  }

  /**
   * Reads a header, and the empty line.
   *
   * @throws IOException if it is too long
   */
  HeaderLines(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      length += line.length();
      if (length > MAX_BYTES) {
        throw new IOException("its header has no end");
      }
      boolean goesOn = line.charAt(0) == ' ' || line.charAt(0) == '\t';
      lines.add(goesOn && !lines.isEmpty() ? lines.removeLast() + line : line);
    }
    first = lines.isEmpty() ? "" : lines.removeFirst();
    lines.forEach(this::add);
  }

  /** A line without its end; empty at the end of the stream. */
  static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (line.size() > MAX_BYTES) {
        throw new IOException("its header has no end");
      }
      line.write(next);
      next = in.read();
    }
    Charset charset = Decoding.isUtf8(line.toByteArray()) ? UTF_8 : ISO_8859_1;
    return line.toString(charset).replaceFirst("\r$", "");
  }

  private void add(String line) {
    int colon = line.indexOf(':');
    if (colon > 0) {
      String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      values.computeIfAbsent(name, n -> new ArrayList<>()).add(line.substring(colon + 1).strip());
    }
  }

  /** The first line. */
  String first() {
    return first;
  }

  /**
   * The values of a name, in their order; none if there is none.
   *
   * @param name in lower case
   */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The first value of a name; empty if there is none. */
  String value(String name) {
    return all(name).isEmpty() ? "" : all(name).getFirst();
  }

  /** The elements of the lists that a name has, in lower case. */
  Stream<String> elements(String name) {
    return all(name).stream()
        .flatMap(list -> Arrays.stream(list.split(",")))
        .map(element -> element.strip().toLowerCase(Locale.ROOT));
  }
}
