// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The formats of files, by the endings of their names, and how each may be compressed. */
enum FileFormat {
  JSON(EnumSet.allOf(Compression.class), ".jsonl", ".ndjson", ".json"),
  CSV(EnumSet.allOf(Compression.class), ".csv"),
  TSV(EnumSet.allOf(Compression.class), ".tsv"),
  TAR(EnumSet.allOf(Compression.class), ".tar"),
  HTML(EnumSet.allOf(Compression.class), ".html", ".htm", ".xhtml"),
  TEXT(
      EnumSet.allOf(Compression.class),
      ".txt",
      ".text",
      ".md",
      ".markdown",
      ".rst",
      ".adoc",
      ".asciidoc",
      ".org",
      ".tex"),
  MESSAGES(EnumSet.of(Compression.GZIP), ".pb"),
  ZIP(EnumSet.of(Compression.NONE), ".jar", ".zip"),
  WACZ(EnumSet.of(Compression.NONE), ".wacz"),
  WARC(EnumSet.of(Compression.NONE, Compression.GZIP), ".warc", ".wet"),
  ARC(EnumSet.of(Compression.NONE, Compression.GZIP), ".arc"),
  /** Named to say what reads it. */
  PARQUET(EnumSet.of(Compression.NONE), ".parquet");

  private final Set<Compression> compressions;
  private final List<String> endings;

  FileFormat(Set<Compression> compressions, String... endings) {
    this.compressions = compressions;
    this.endings = List.of(endings);
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
    Compression compression = Compression.of(name);
    String plain = compression.strip(name);
    return Arrays.stream(values())
        .filter(format -> format.compressions.contains(compression) && format.ends(plain))
        .findFirst()
        .orElse(null);
  }

  /** Whether a name has one of its endings, in lower case. */
  boolean ends(String name) {
    return endings.stream().anyMatch(name::endsWith);
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
    return String.join(", ", endings);
  }

  /** All that are read, for messages. */
  static String all() {
    return Stream.of(JSON, CSV, TSV, TAR, TEXT, HTML)
            .map(FileFormat::endings)
            .collect(Collectors.joining(", "))
        + ", also with .gz, .zst, .bz2 and .xz, .pb.gz, .jar, .zip, .wacz, .warc, .wet and .arc,"
        + " also with .gz";
  }
}
