// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The two formats of web archives: how their records begin, and what their headers say. */
enum RecordFormat {
  /** {@code WARC/1.0} and its like, then named fields. */
  WARC {
    @Override
    boolean begins(byte[] bytes, int at) {
      return startsWith(bytes, at, NAME) && VERSION.matcher(line(bytes, at, NAME_BYTES)).matches();
    }

    @Override
    Capture header(InputStream in) throws IOException {
      HeaderLines header = new HeaderLines(in);
      if (!VERSION.matcher(header.first()).matches()) {
        throw new IOException("it must begin with WARC/1.0 or WARC/1.1");
      }
      String kind = header.value("warc-type").toLowerCase(Locale.ROOT);
      String address = header.value("warc-target-uri").replaceFirst("^<(.*)>$", "$1");
      ContentType type = ContentType.of(header.all("content-type"));
      boolean isHttp =
          type.name().equals("application/http")
              || (type.name().isEmpty() && kind.equals("response"));
      return new Capture(
          kind.isEmpty() ? "record without WARC-Type" : kind,
          PAGES.contains(kind),
          address,
          instant(header.value("warc-date")),
          isHttp ? ContentType.UNSAID : type, // the response says it
          isHttp,
          length(header.value("content-length")),
          header.value("warc-truncated"));
    }

    private static String instant(String date) {
      try {
        return Instant.parse(date).toString();
      } catch (DateTimeException e) {
        return date;
      }
    }
  },

  /**
   * A line of an address, the address of the server, a date, a type and, after other values in
   * version 2, a length.
   */
  ARC {
    @Override
    boolean begins(byte[] bytes, int at) {
      return (at == 0 || bytes[at - 1] == '\n') && isHeader(bytes, at);
    }

    private static boolean isHeader(byte[] bytes, int at) {
      return at < bytes.length
          && Character.isLetter(bytes[at])
          && values(line(bytes, at, LINE_BYTES)) != null;
    }

    // Where a length is wrong, the rest of an address may follow.
    @Override
    boolean follows(byte[] bytes, int at) {
      return isHeader(bytes, at) && COMMON_SCHEME.matcher(line(bytes, at, NAME_BYTES)).lookingAt();
    }

    @Override
    Capture header(InputStream in) throws IOException {
      List<String> values = values(HeaderLines.line(in));
      if (values == null) {
        throw new IOException(
            "it must begin with an address, that of the server, date, type and length");
      }
      String address = values.getFirst();
      String scheme = address.substring(0, address.indexOf(':')).toLowerCase(Locale.ROOT);
      return new Capture(
          scheme,
          !scheme.equals("filedesc") && !scheme.equals("dns"),
          address,
          instant(values.get(1)),
          ContentType.of(List.of(values.get(2))),
          scheme.startsWith("http"),
          length(values.get(3)),
          "");
    }

    // Address, date, type and length, or null; some addresses have blanks in them.
    private static List<String> values(String line) {
      List<String> values = List.of(line.split(" "));
      int last = values.size() - 1;
      int date = last > 3 && DATE_DIGITS.matcher(values.get(2)).matches() ? 2 : last - 2;
      boolean isRecord =
          date > 1
              && DATE_DIGITS.matcher(values.get(date)).matches()
              && DIGITS.matcher(values.getLast()).matches()
              && SCHEME.matcher(values.getFirst()).lookingAt();
      return isRecord
          ? List.of(
              String.join(" ", values.subList(0, date - 1)),
              values.get(date),
              values.get(date + 1),
              values.getLast())
          : null;
    }

    private static String instant(String digits) {
      try {
        String all = digits + "00000101000000".substring(digits.length());
        return LocalDateTime.parse(all, DATE).toInstant(ZoneOffset.UTC).toString();
      } catch (DateTimeException e) {
        return digits;
      }
    }
  };

  private static final byte[] NAME = "WARC/".getBytes(US_ASCII);
  private static final Pattern VERSION = Pattern.compile("WARC/[0-9]\\.[0-9]{1,2}");
  private static final int NAME_BYTES = 16;
  private static final Set<String> PAGES = Set.of("response", "resource", "conversion");
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
  private static final Pattern COMMON_SCHEME = Pattern.compile("(?:https?|ftp|dns|filedesc):");
  private static final Pattern DATE_DIGITS = Pattern.compile("[0-9]{4,14}");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final int LINE_BYTES = 1 << 13;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);

  /** So many digits make a long, and with more no file is as long. */
  private static final int LENGTH_DIGITS = 18;

  /**
   * What the header of a record says.
   *
   * @param kind of record, for people
   * @param isPage whether it may hold a page
   * @param address empty if there is none
   * @param date ISO 8601 in UTC, where it is a date
   * @param type of the content
   * @param isHttp whether the content is a response with a header of its own
   * @param length of the content in bytes
   * @param truncated why the crawler cut the content off; empty if it did not
   */
  record Capture(
      String kind,
      boolean isPage,
      String address,
      String date,
      ContentType type,
      boolean isHttp,
      long length,
      String truncated) {}

  /** The format of a file by its name, in lower case; null if that is not one of a web archive. */
  static RecordFormat of(String name) {
    String plain = name.replaceFirst("\\.gz$", "");
    if (plain.endsWith(".warc") || plain.endsWith(".wet")) {
      return WARC;
    }
    return plain.endsWith(".arc") ? ARC : null;
  }

  /**
   * Whether a record begins there, as far as its first line tells.
   *
   * @param bytes of which those before count, too
   */
  abstract boolean begins(byte[] bytes, int at);

  /** Whether a record begins right behind another one, which may have no line end. */
  boolean follows(byte[] bytes, int at) {
    return begins(bytes, at);
  }

  /**
   * Reads the header of a record; the stream then stands at its content.
   *
   * @throws IOException if it is none
   */
  abstract Capture header(InputStream in) throws IOException;

  private static long length(String digits) throws IOException {
    if (!DIGITS.matcher(digits).matches()) {
      throw new IOException(
          "Content-Length must be a number, got "
              + (digits.isEmpty() ? "none" : Limits.shown(digits)));
    }
    return digits.length() > LENGTH_DIGITS ? Long.MAX_VALUE >> 1 : Long.parseLong(digits);
  }

  /** The line without its end, or its first bytes. */
  private static String line(byte[] bytes, int at, int most) {
    int limit = Math.min(bytes.length, at + most);
    int end = at;
    while (end < limit && bytes[end] != '\n') {
      end++;
    }
    return new String(bytes, at, end - at, ISO_8859_1).replaceFirst("\r$", "");
  }

  /** So many ends of lines follow a record. */
  int lineFeeds() {
    return this == WARC ? 2 : 1;
  }

  static boolean isLineEnd(int b) {
    return b == '\r' || b == '\n';
  }

  /** The next bytes of a stream, which stays where it is; fewer at its end. */
  static byte[] peek(InputStream in, int length) throws IOException {
    in.mark(length);
    byte[] next = in.readNBytes(length);
    in.reset();
    return next;
  }

  static boolean startsWith(byte[] bytes, int at, byte[] prefix) {
    return at + prefix.length <= bytes.length
        && Arrays.equals(bytes, at, at + prefix.length, prefix, 0, prefix.length);
  }
}
