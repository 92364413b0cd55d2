// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * How much there is to read, uncompressed, as files say it without being read, to show how far a
 * run is. Gzip tells of its last part alone, so the sum may be too small.
 */
final class InputSizes {
  /** It cannot be told, as of standard input. */
  static final long UNKNOWN = -1;

  private InputSizes() {}

  /** The sum over all arguments. */
  static long of(List<String> arguments, InputRules rules) {
    long sum = 0;
    try {
      for (String argument : arguments) {
        Path path = Path.of(argument);
        if (argument.equals("-") || !Files.exists(path)) {
          return UNKNOWN;
        }
        long bytes = of(path, rules);
        if (bytes == UNKNOWN) {
          return UNKNOWN;
        }
        sum += bytes;
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return UNKNOWN; // reading tells what is wrong
    }
    return sum;
  }

  private static long of(Path path, InputRules rules) throws IOException {
    FileKind kind = FileKind.of(path);
    return kind == FileKind.FOLDER ? ofFolder(path, rules) : ofFile(path, kind);
  }

  private static long ofFile(Path path, FileKind kind) throws IOException {
    String name = path.toString().toLowerCase(Locale.ROOT);
    if (kind != FileKind.REGULAR || name.matches(".*\\.(wacz|zst|bz2|xz|tgz)")) {
      return UNKNOWN;
    } else if (name.endsWith(".gz") && RecordFormat.of(name) != null) { // has a part a record
      return UNKNOWN;
    } else if (name.endsWith(".gz")) {
      return ofGzip(path);
    }
    boolean isArchive = name.endsWith(".jar") || name.endsWith(".zip");
    return isArchive ? ofArchive(path) : Files.size(path);
  }

  private static long ofFolder(Path folder, InputRules rules) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      long sum = 0;
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (rules.include(path.toString()) && Files.isRegularFile(path)) {
          long bytes = ofFile(path, FileKind.REGULAR);
          if (bytes == UNKNOWN) {
            return UNKNOWN;
          }
          sum += bytes;
        }
      }
      return sum;
    }
  }

  private static long ofArchive(Path path) throws IOException {
    try (ZipFile archive = ZipSource.open(path)) {
      return Collections.list(archive.getEntries()).stream()
          .filter(entry -> PageFile.isHtml(entry.getName()))
          .mapToLong(ZipArchiveEntry::getSize)
          .sum();
    }
  }

  /** The last four bytes are the length, modulo 2^32; text is not compressed to less than that. */
  private static long ofGzip(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - Integer.BYTES));
      long length = Integer.toUnsignedLong(Integer.reverseBytes(file.readInt()));
      return length < file.length() ? UNKNOWN : length;
    }
  }
}
