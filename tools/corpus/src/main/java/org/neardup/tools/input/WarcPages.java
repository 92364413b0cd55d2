// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/**
 * The page in a record of a web archive. Its id is the address it was fetched from; address, date
 * and status of the response are fields.
 */
final class WarcPages {
  private static final Set<MediaType> HTML = Set.of(MediaType.HTML, MediaType.XHTML);

  /** What jwarc decodes without further libraries. */
  private static final Set<String> ENCODINGS =
      Set.of("identity", "none", "gzip", "x-gzip", "deflate");

  private final InputRules rules;

  WarcPages(InputRules rules) {
    this.rules = rules;
  }

  /**
   * The page, read and not parsed; null if the record is no response with HTML or plain text.
   *
   * @throws IOException if the record is damaged
   * @throws BadInputException if its page cannot be used
   */
  RawDocument page(String where, WarcRecord record) throws IOException, BadInputException {
    if (!(record instanceof WarcResponse response)
        || !response.contentType().base().equals(MediaType.HTTP)) {
      return null;
    }
    HttpResponse http = response.http();
    MediaType type = http.contentType();
    boolean html = HTML.contains(type.base());
    if (!html && !type.base().equals(MediaType.PLAIN_TEXT)) {
      return null;
    }
    String address = response.target();
    if (address == null) {
      throw new BadInputException("response without WARC-Target-URI");
    }
    Map<String, List<String>> fields = new LinkedHashMap<>();
    fields.put("url", List.of(address));
    fields.put("date", List.of(response.date().toString()));
    fields.put("status", List.of(Integer.toString(http.status())));
    byte[] bytes = body(http);
    return new RawDocument(
        where,
        bytes.length,
        html
            ? mainText -> page(address, bytes, type, mainText, fields)
            : mainText -> text(address, bytes, type, fields));
  }

  private byte[] body(HttpResponse http) throws IOException, BadInputException {
    for (String encoding : http.headers().all("Content-Encoding")) {
      if (!ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT))) {
        throw new BadInputException(
            "Content-Encoding must be gzip, deflate or none, got " + Limits.shown(encoding));
      }
    }
    return Limits.read(http.bodyDecoded().stream(), rules.maxBytes(), Limits.UNKNOWN);
  }

  private static InputDocument text(
      String id, byte[] bytes, MediaType type, Map<String, List<String>> fields)
      throws BadInputException {
    Charset charset = charset(bytes, type);
    String text = Decoding.decode(bytes, charset == null ? UTF_8 : charset);
    return new InputDocument(id, "", ByteOrderMark.strip(text), fields);
  }

  private InputDocument page(
      String id, byte[] bytes, MediaType type, boolean mainText, Map<String, List<String>> fields)
      throws BadInputException {
    Charset charset = charset(bytes, type);
    // What the server says goes before what the page says.
    HtmlText page =
        charset == null
            ? HtmlText.parse(bytes, id, rules, mainText)
            : HtmlText.parse(Decoding.decode(bytes, charset), id, rules, mainText);
    return page.document(id, fields, rules);
  }

  /** The character set of the byte order mark, else that of the server, or null. */
  private static Charset charset(byte[] bytes, MediaType type) throws BadInputException {
    Charset marked = ByteOrderMark.charset(bytes);
    if (marked != null) {
      return marked;
    }
    String name = type.parameters().get("charset");
    return name == null ? null : WebCharset.named(name);
  }
}
