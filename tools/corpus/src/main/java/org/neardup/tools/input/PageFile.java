// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A file that is one document: HTML, or plain text in UTF-8 or what its byte order mark says. */
final class PageFile {

  private static final List<String> HTML = List.of(".html", ".htm", ".xhtml");

  private static final List<String> TEXT =
      List.of(".txt", ".text", ".md", ".markdown", ".rst", ".adoc", ".asciidoc", ".org", ".tex");

  /** What it is, for messages. */
  private static final String HTML_KINDS = String.join(", ", HTML);

  /** Says that an archive has none. */
  static final String NO_HTML = "no HTML file in it, " + HTML_KINDS;

  static final String KINDS = String.join(", ", TEXT) + ", " + HTML_KINDS;

  private PageFile() {}

  static boolean accepts(String name) {
    return isHtml(name) || endsWith(name, TEXT);
  }

  static boolean isHtml(String name) {
    return endsWith(name, HTML);
  }

  private static boolean endsWith(String name, List<String> endings) {
    String lower = name.toLowerCase(Locale.ROOT);
    return endings.stream().anyMatch(lower::endsWith);
  }

  /** Reads the file now and leaves the parsing for later. */
  static RawDocument read(Path path, String id, InputRules rules) {
    try (InputStream in = Files.newInputStream(path)) {
      return document(
          path.toString(), id, Limits.read(in, rules.maxBytes(), Files.size(path)), rules);
    } catch (BadInputException | IOException e) {
      return RawDocument.unreadable(path.toString(), Inputs.problem(e));
    }
  }

  /**
   * Reads a file of an archive. The id is the name of the archive without its ending (and without
   * {@code -javadoc}), then {@code /} and the file's path.
   *
   * @param bytes how many it has, for the message
   */
  static RawDocument entry(Path archive, String name, InputStream in, long bytes, InputRules rules)
      throws IOException {
    String where = archive + "!" + name;
    String id =
        archive.getFileName().toString().replaceFirst("(-javadoc)?(\\.tar\\.[^.]*|\\.[^.]*)$", "");
    try {
      return document(where, id + "/" + name, Limits.read(in, rules.maxBytes(), bytes), rules);
    } catch (BadInputException e) {
      return RawDocument.unreadable(where, e.getMessage());
    }
  }

  private static RawDocument document(String where, String id, byte[] bytes, InputRules rules) {
    return new RawDocument(
        where,
        bytes.length,
        isHtml(where) ? mainText -> page(id, bytes, rules, mainText) : mainText -> text(id, bytes));
  }

  private static InputDocument page(String id, byte[] bytes, InputRules rules, boolean mainText)
      throws BadInputException {
    return HtmlText.parse(bytes, "", rules, mainText).document(id, Map.of(), rules);
  }

  private static InputDocument text(String id, byte[] bytes) throws BadInputException {
    Charset charset = Objects.requireNonNullElse(ByteOrderMark.charset(bytes), UTF_8);
    String text = ByteOrderMark.strip(Decoding.decode(bytes, charset));
    return new InputDocument(id, "", text, Map.of());
  }
}
