// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server says that its content is, and what the content itself looks like.
 *
 * @param name type and subtype in lower case; empty if it is not said
 * @param charset as it is said, or null
 * @see <a href="https://mimesniff.spec.whatwg.org/">the MIME Sniffing Standard</a>
 */
record ContentType(String name, String charset) {
  static final ContentType UNSAID = new ContentType("", null);

  private static final String HTML = "text/html";
  private static final String XHTML = "application/xhtml+xml";
  private static final String TEXT = "text/plain";
  private static final String BINARY = "application/octet-stream";
  private static final Set<String> PAGES = Set.of(HTML, XHTML);
  private static final Set<String> UNKNOWN = Set.of("unknown/unknown", "application/unknown");
  private static final Pattern TYPE =
      Pattern.compile("\\s*([\\w!#$%&'+.^`|~-]+/[\\w!#$%&'+.^`|~-]+)\\s*(;.*)?");
  private static final Pattern CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?\\s*([^\\s;\"']+)");

  /** What a page of HTML begins with. */
  private static final Pattern HTML_BEGIN =
      Pattern.compile(
          "(?is)(?:\u00EF\u00BB\u00BF)?\\s*(?:<!doctype"
              + " html|<!--|<(?:html|head|script|iframe|h1|div|font|table|a|style"
              + "|title|b|body|br|p|meta|link)[\\s>]|<\\?xml.*<html[\\s>])");

  /** By the first bytes, a letter each, formats that are sent as HTML by mistake. */
  private static final List<Map.Entry<Pattern, String>> FORMATS =
      Stream.of(
              "PDF %PDF-",
              "PostScript %!PS-",
              "zip PK\3\4",
              "rar Rar!\32\7",
              "7z 7z\u00BC\u00AF'\34",
              "gzip \u001F\u008B",
              "bzip2 BZh",
              "xz \u00FD7zXZ\0",
              "JPEG \u00FF\u00D8\u00FF",
              "PNG \u0089PNG\r\n",
              "GIF GIF8",
              "TIFF II\\*\0|MM\0\\*",
              "RIFF RIFF",
              "Office-document \u00D0\u00CF\u0011\u00E0",
              "MP4 \0.{3}(?:ftyp|moov|mdat)", // before what begins alike
              "icon \0\0\1\0",
              "font wOF|OTTO|\0\1\0\0\0",
              "Ogg OggS",
              "FLAC fLaC",
              "MP3 ID3[\2-\4]",
              "Matroska \32E\u00DF\u00A3",
              "Flash [CFZ]WS|FLV\1",
              "Java-class \u00CA\u00FE\u00BA\u00BE",
              "program \177ELF|MZ\u0090")
          .map(line -> line.split(" ", 2))
          .map(
              line ->
                  Map.entry(Pattern.compile(line[1], Pattern.DOTALL), line[0].replace('-', ' ')))
          .toList();

  private static final Pattern LETTERS = Pattern.compile("[A-Za-z]+");
  private static final int LOOKED_AT_BYTES = 1 << 10;

  /** The last of several that is one, as browsers take it. */
  static ContentType of(List<String> values) {
    ContentType last = UNSAID;
    for (String value : String.join(",", values).split(",", -1)) {
      Matcher type = TYPE.matcher(value);
      if (type.matches()) {
        String name = type.group(1).toLowerCase(Locale.ROOT);
        Matcher charset = CHARSET.matcher(value);
        String before = name.equals(last.name) ? last.charset : null;
        last = new ContentType(name, charset.find() ? charset.group(1) : before);
      }
    }
    return last;
  }

  /** Whether it is neither HTML nor plain text; not so if it may turn out to be that. */
  boolean isOther() {
    return !isHtml() && !name.equals(TEXT) && !name.isEmpty() && !UNKNOWN.contains(name);
  }

  boolean isHtml() {
    return PAGES.contains(name);
  }

  boolean isXhtml() {
    return name.equals(XHTML);
  }

  /** The same, or where nothing is said, what the content looks like. */
  ContentType orOf(byte[] content) {
    if (!name.isEmpty() && !UNKNOWN.contains(name)) {
      return this;
    }
    Matcher html = HTML_BEGIN.matcher(begin(content));
    String found = TEXT;
    if (html.lookingAt()) {
      found = html.group().contains("<?xml") ? XHTML : HTML;
    }
    return new ContentType(isText(content) ? found : BINARY, charset);
  }

  /**
   * What the content is though it is said to be text, or null; other texts may begin with its
   * letters.
   */
  static String otherFormat(byte[] content) {
    String begin = begin(content).replaceFirst("^\\s+", "");
    boolean isText = isText(content);
    for (Map.Entry<Pattern, String> format : FORMATS) {
      Matcher found = format.getKey().matcher(begin);
      if (found.lookingAt() && !(isText && LETTERS.matcher(found.group()).matches())) {
        return format.getValue();
      }
    }
    return null;
  }

  /** Whether nothing shows at the beginning that it is not text. */
  static boolean isText(byte[] content) {
    return ByteOrderMark.charset(content) != null
        || begin(content).chars().noneMatch(c -> c < ' ' && "\t\n\f\r\u001B".indexOf(c) < 0);
  }

  private static String begin(byte[] content) {
    return new String(content, 0, Math.min(content.length, LOOKED_AT_BYTES), ISO_8859_1);
  }
}
