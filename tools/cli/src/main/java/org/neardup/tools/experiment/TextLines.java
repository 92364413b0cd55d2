// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.neardup.tools.input.ByteOrderMark;

/** A text file whose lines are read one by one, and whose bad lines are named and skipped. */
final class TextLines {

  /** Takes a line, or says what is wrong with it. */
  @FunctionalInterface
  interface LineParser {
    /**
     * Takes a line that is not blank.
     *
     * @throws IllegalArgumentException if it is bad
     */
    void parse(String line);
  }

  private TextLines() {}

  /**
   * Reads UTF-8, which may begin with a byte order mark.
   *
   * @param problems takes {@code file:line: what is wrong}
   * @throws IllegalArgumentException if there is no such file, or it is not UTF-8
   */
  static void read(Path file, LineParser parser, Consumer<String> problems) throws IOException {
    long number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        try {
          String text = number == 1 ? ByteOrderMark.strip(line) : line;
          if (!text.isBlank()) {
            parser.parse(text);
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
}
