// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The formats of files, by the endings of their names, and how each may be compressed. */
enum FileFormat {
  JSON(".jsonl, .ndjson, .json", FileFormat.ANY),
  CSV(".csv", FileFormat.ANY),
  TSV(".tsv", FileFormat.ANY),
  TAR(".tar", FileFormat.ANY),
  TEXT(".txt, .text, .md, .markdown, .rst, .adoc, .asciidoc, .org, .tex", FileFormat.ANY),
  HTML(".html, .htm, .xhtml", FileFormat.ANY),
  MESSAGES(".pb.gz", FileFormat.NOT),
  ZIP(".jar, .zip", FileFormat.NOT),
  WACZ(".wacz", FileFormat.NOT),
  WARC(".warc, .wet", FileFormat.GZIP),
  ARC(".arc", FileFormat.GZIP),
  /** Named to say what reads it. */
  PARQUET(".parquet", FileFormat.NOT);

  /** Patterns of the endings of compressed files. */
  private static final String ANY = "(\\.gz|\\.zst|\\.bz2|\\.xz)?";

  private static final String GZIP = "(\\.gz)?";
  private static final String NOT = "";

  private static final String BETWEEN = ", ";

  private final String endings;
  private final Pattern pattern;

  FileFormat(String endings, String packed) {
    this.endings = endings;
    String either = endings.replace(BETWEEN, "|").replace(".", "\\.");
    this.pattern = Pattern.compile("(?s).*(" + either + ")" + packed);
  }

  /** The name of a file in lower case, with two endings for the one that stands for them. */
  static String nameOf(String file) {
    return file.toLowerCase(Locale.ROOT).replaceFirst("\\.tgz$", ".tar.gz");
  }

  /**
   * That of a file; null if its name does not tell.
   *
   * @param name as {@link #nameOf} has it
   */
  static FileFormat of(String name) {
    return Arrays.stream(values())
        .filter(format -> format.pattern.matcher(name).matches())
        .findFirst()
        .orElse(null);
  }

  /** Whether a name in lower case has one of its endings, and no other behind it. */
  boolean ends(String name) {
    return Arrays.stream(endings.split(BETWEEN, -1)).anyMatch(name::endsWith);
  }

  /** Whether it is read line by line or object by object, as standard input is. */
  boolean isStream() {
    return this == JSON || this == CSV || this == TSV;
  }

  /** Whether a file is one document. */
  boolean isPage() {
    return this == HTML || this == TEXT;
  }

  /** Whether a file is not read from its beginning to its end. */
  boolean needsRandomAccess() {
    return this == ZIP || this == WACZ || this == WARC || this == ARC;
  }

  /** Its endings, for messages. */
  String endings() {
    return endings;
  }

  /** All that are read, for messages. */
  static String all() {
    return Stream.of(JSON, CSV, TSV, TAR, TEXT, HTML)
            .map(FileFormat::endings)
            .collect(Collectors.joining(BETWEEN))
        + ", also with .gz, .zst, .bz2 and .xz, .pb.gz, .jar, .zip, .wacz, .warc, .wet and .arc,"
        + " also with .gz";
  }
}
