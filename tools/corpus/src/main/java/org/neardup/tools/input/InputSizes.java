// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * How much there is to read, uncompressed, as files say it without being read, to show how far a
 * run is. Gzip tells of its last part alone, so the sum may be too small.
 */
final class InputSizes {
  /** It cannot be told, as of standard input. */
  static final long UNKNOWN = -1;

  private InputSizes() {}

  /** The sum over all arguments. */
  static long of(List<String> arguments) {
    long sum = 0;
    try {
      for (String argument : arguments) {
        Path path = Path.of(argument);
        if (argument.equals("-") || !Files.exists(path)) {
          return UNKNOWN;
        }
        long bytes = of(path);
        if (bytes == UNKNOWN) {
          return UNKNOWN;
        }
        sum += bytes;
      }
    } catch (IOException | IllegalArgumentException e) {
      return UNKNOWN; // reading tells what is wrong
    }
    return sum;
  }

  private static long of(Path path) throws IOException {
    String name = path.toString().toLowerCase(Locale.ROOT);
    FileKind kind = FileKind.of(path);
    if (kind == FileKind.FOLDER) {
      return ofFolder(path);
    } else if (kind != FileKind.REGULAR || name.matches(".*\\.(wacz|zst|bz2|xz|tgz)")) {
      return UNKNOWN;
    } else if (name.endsWith(".gz") && RecordFormat.of(name) != null) { // has a part a record
      return UNKNOWN;
    } else if (name.endsWith(".gz")) {
      return ofGzip(path);
    }
    boolean isArchive = name.endsWith(".jar") || name.endsWith(".zip");
    return isArchive ? ofArchive(path) : Files.size(path);
  }

  private static long ofFolder(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(path -> PageFile.accepts(path.toString()) && Files.isRegularFile(path))
          .mapToLong(path -> path.toFile().length())
          .sum();
    }
  }

  private static long ofArchive(Path path) throws IOException {
    try (ZipFile archive = new ZipFile(path.toFile())) {
      return Collections.list(archive.entries()).stream()
          .filter(entry -> PageFile.isHtml(entry.getName()))
          .mapToLong(ZipEntry::getSize)
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
