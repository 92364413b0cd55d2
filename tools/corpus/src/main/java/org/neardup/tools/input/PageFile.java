// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A file that is one document: HTML, or plain text. HTML is read as browsers read it; text in the
 * character set of its byte order mark, or else that of the rules.
 */
final class PageFile {
  /** Says that an archive has none. */
  static final String NO_HTML = "no HTML file in it, " + FileFormat.HTML.endings();

  private PageFile() {}

  static boolean isHtml(String name) {
    return FileFormat.HTML.ends(name.toLowerCase(Locale.ROOT));
  }

  /** Reads the file now and leaves the parsing for later. */
  static RawDocument read(Path path, String id, InputRules rules) {
    String where = path.toString();
    String name = rules.nameOf(where);
    Compression compression = Compression.of(name);
    try (InputStream in = compression.open(path)) {
      long size = compression == Compression.NONE ? Files.size(path) : Limits.UNKNOWN;
      byte[] bytes = Limits.read(in, rules.maxBytes(), size);
      return document(where, id, compression.strip(name), bytes, rules);
    } catch (IOException e) {
      return RawDocument.unreadable(where, Compression.problem(where, e));
    } catch (BadInputException e) {
      return RawDocument.unreadable(where, e.getMessage());
    }
  }

  /**
   * Reads a file of an archive. The id is that of the archive without its ending (and without
   * {@code -javadoc}), then {@code /} and the file's path.
   *
   * @param bytes how many it has, for the message
   */
  static RawDocument entry(
      InputFile archive, String name, InputStream in, long bytes, InputRules rules)
      throws IOException {
    String where = archive.path() + "!" + name;
    String id = archive.id().replaceFirst("(-javadoc)?(\\.tar\\.[^./]*|\\.[^./]*)$", "");
    try {
      byte[] content = Limits.read(in, rules.maxBytes(), bytes);
      return document(where, id + "/" + name, name.toLowerCase(Locale.ROOT), content, rules);
    } catch (BadInputException e) {
      return RawDocument.unreadable(where, e.getMessage());
    }
  }

  private static RawDocument document(
      String where, String id, String name, byte[] bytes, InputRules rules)
      throws BadInputException {
    boolean isHtml = isHtml(name);
    String other = ContentType.otherFormat(bytes);
    if (other != null) {
      throw new BadInputException(
          "content must be " + (isHtml ? "HTML" : "text") + ", as the name says, got " + other);
    }
    return new RawDocument(
        where,
        bytes.length,
        isHtml
            ? mainText -> page(id, name, bytes, rules, mainText)
            : mainText -> text(id, bytes, rules));
  }

  private static InputDocument page(
      String id, String name, byte[] bytes, InputRules rules, boolean mainText)
      throws BadInputException {
    Decoding.Text html = Decoding.read(bytes, WebCharset.declared(bytes, null, true));
    HtmlText page =
        name.endsWith(".xhtml")
            ? HtmlText.parseXhtml(html.text(), "", rules, mainText)
            : HtmlText.parse(html.text(), "", rules, mainText);
    return page.document(id, Map.of(), rules)
        .withNote(html.isWhole() ? null : "read with U+FFFD for " + html.problem());
  }

  private static InputDocument text(String id, byte[] bytes, InputRules rules)
      throws BadInputException {
    Charset charset = Objects.requireNonNullElse(ByteOrderMark.charset(bytes), rules.charset());
    String text = ByteOrderMark.strip(rules.decode(bytes, charset));
    return new InputDocument(id, "", text, Map.of());
  }
}
