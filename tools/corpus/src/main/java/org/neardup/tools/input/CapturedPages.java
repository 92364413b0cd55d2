// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neardup.tools.input.RecordFormat.Capture;

/**
 * The pages in the records of a web archive: HTML and plain text, as browsers read them. A page's
 * id is the address it was fetched from; address, date and status are fields, and why it is not
 * whole. What is no page, and what could be read in part only, is counted. For one thread.
 */
final class CapturedPages {
  private static final Pattern STATUS_LINE = Pattern.compile("\\S+[ \t]+([0-9]{3})\\b.*");
  private static final byte[] HTTP = {'H', 'T', 'T', 'P'};

  /** Records on the archive itself. */
  private static final Set<String> DESCRIPTIONS = Set.of("warcinfo", "filedesc");

  private final String archive;
  private final InputRules rules;
  private final Consumer<String> notes;
  private boolean isEmpty = true;
  private final OtherKinds skipped = new OtherKinds("record", "not read", "kind");
  private final OtherKinds partial = new OtherKinds("page", "read as far as possible", "kind");

  /**
   * Of an archive.
   *
   * @param archive its name, for notes
   */
  CapturedPages(String archive, InputRules rules, Consumer<String> notes) {
    this.archive = archive;
    this.rules = rules;
    this.notes = notes;
  }

  /** Its name. */
  String archive() {
    return archive;
  }

  /** Makes the notes, once all records were read. */
  void tell() {
    if (isEmpty) {
      notes.accept(archive + ": note: no page in it");
    }
    skipped.tell(archive, notes);
    partial.tell(archive, notes);
  }

  /**
   * The page, read and not parsed; null if the record has none.
   *
   * @param content of the record
   * @throws IOException if the record is damaged
   */
  RawDocument page(String where, Capture capture, InputStream content) throws IOException {
    try {
      return read(where, capture, content);
    } catch (BadInputException e) {
      return RawDocument.unreadable(where, e.getMessage());
    }
  }

  private RawDocument read(String where, Capture capture, InputStream content)
      throws IOException, BadInputException {
    boolean isHttp = // servers of the first days sent no header
        capture.isPage()
            && capture.isHttp()
            && Arrays.equals(RecordFormat.peek(content, HTTP.length), HTTP);
    HeaderLines http = isHttp ? new HeaderLines(content) : HeaderLines.NONE;
    ContentType type = isHttp ? ContentType.of(http.all("content-type")) : capture.type();
    if (!capture.isPage() || type.isOther()) {
      skip(where, capture, capture.isPage() ? type.name() : capture.kind());
      return null;
    }
    byte[] sent = Limits.read(content, rules.maxBytes(), Limits.UNKNOWN);
    HttpBody body = HttpBody.of(http, sent, rules.maxBytes());
    ContentType found = type.orOf(body.bytes());
    String other = ContentType.otherFormat(body.bytes());
    if (other != null && found.equals(type)) {
      throw new BadInputException(
          "content must be what its type " + type.name() + " says, got " + other);
    } else if (other != null || found.isOther()) {
      skip(where, capture, other == null ? "unknown content" : other);
      return null;
    } else if (capture.address().isEmpty()) {
      throw new BadInputException(capture.kind() + " without address");
    }
    String truncated = capture.truncated();
    if (!truncated.isEmpty()) {
      partial.add("truncated by the crawler", capture.address());
    }
    if (!body.isWhole()) {
      truncated = truncated.isEmpty() ? "damaged" : truncated;
      if (body.damage() == null) {
        partial.add("cut off or damaged", capture.address());
      }
    }
    RawDocument page = document(where, capture, http.first(), truncated, found, body.bytes());
    return new RawDocument(where, page.bytes(), page.parser(), body.damage());
  }

  private void skip(String where, Capture capture, String kind) {
    if (!DESCRIPTIONS.contains(kind)) {
      skipped.add(
          Limits.shown(kind),
          capture.address().isEmpty() ? where.substring(archive.length() + 1) : capture.address());
    }
  }

  private RawDocument document(
      String where,
      Capture capture,
      String statusLine,
      String truncated,
      ContentType type,
      byte[] bytes) {
    isEmpty = false;
    String id = capture.address();
    Map<String, List<String>> fields = new LinkedHashMap<>();
    fields.put("url", List.of(id));
    fields.put("date", List.of(capture.date()));
    Matcher status = STATUS_LINE.matcher(statusLine);
    if (status.matches()) {
      fields.put("status", List.of(status.group(1)));
    }
    if (!truncated.isEmpty()) {
      fields.put(InputDocument.TRUNCATED, List.of(truncated));
    }
    // What the server says goes before what the page says.
    Charset charset = WebCharset.declared(bytes, type.charset(), type.isHtml());
    Decoding.Text read = Decoding.read(bytes, charset);
    if (!read.isWhole()) {
      partial.add("with bytes that are not of its character set", id);
    }
    String text = ByteOrderMark.strip(read.text());
    return new RawDocument(
        where,
        bytes.length,
        type.isHtml()
            ? mainText -> page(id, type, text, mainText, fields)
            : mainText -> new InputDocument(id, "", text, fields));
  }

  private InputDocument page(
      String id,
      ContentType type,
      String page,
      boolean mainText,
      Map<String, List<String>> fields) {
    HtmlText text =
        type.isXhtml()
            ? HtmlText.parseXhtml(page, id, rules, mainText)
            : HtmlText.parse(page, id, rules, mainText);
    return text.document(id, fields, rules);
  }
}
