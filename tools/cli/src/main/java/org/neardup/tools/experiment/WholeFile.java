// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes text files so that each is complete or absent. */
final class WholeFile {

  /** Writes what is in a file. */
  @FunctionalInterface
  interface Content {
    /** Writes it all. */
    void writeTo(BufferedWriter out) throws IOException;
  }

  private WholeFile() {}

  /** Writes a temporary file, then moves it into place. */
  static void write(Path file, Content content) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".partial");
    try {
      try (BufferedWriter out = Files.newBufferedWriter(aside)) {
        content.writeTo(out);
      }
      Files.move(aside, file, ATOMIC_MOVE, REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(aside);
    }
  }
}
