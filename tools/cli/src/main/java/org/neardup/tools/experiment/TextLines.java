// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.lucene.util.IOConsumer;
import org.neardup.tools.input.ByteOrderMark;

/**
 * Text files: lines are read one by one, and bad ones named and skipped; what is written is
 * complete or absent.
 */
final class TextLines {

  private TextLines() {}

  /**
   * Reads UTF-8, which may begin with a byte order mark.
   *
   * @param parser takes each line that is not blank; an {@link IllegalArgumentException} says what
   *     is wrong with it
   * @param problems takes {@code file:line: what is wrong}
   * @throws IllegalArgumentException if there is no such file, or it is not UTF-8
   */
  static void read(Path file, Consumer<String> parser, Consumer<String> problems)
      throws IOException {
    long number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        try {
          String text = number == 1 ? ByteOrderMark.strip(line) : line;
          if (!text.isBlank()) {
            parser.accept(text);
          }
        } catch (IllegalArgumentException e) {
          problems.accept(file + ":" + number + ": " + e.getMessage());
        }
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not UTF-8, after line " + number, e);
    }
  }

  /** An id as the formats of TREC can carry it. */
  static String id(String what, String id) {
    if (id.isEmpty() || id.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException(
          what + " must not be empty or hold white space, got \"" + id + '"');
    }
    return id;
  }

  /** Writes a temporary file, then moves it into place. */
  static void write(Path file, IOConsumer<BufferedWriter> content) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".partial");
    try {
      try (BufferedWriter out = Files.newBufferedWriter(aside)) {
        content.accept(out);
      }
      Files.move(aside, file, ATOMIC_MOVE, REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(aside);
    }
  }
}
