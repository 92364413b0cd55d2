// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.lucene.util.IOConsumer;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.UnitReader;
import org.neardup.tools.input.UnitReader.Found;
import org.neardup.tools.input.UnitReader.Kind;

/**
 * Text files: lines, or units of several, are read one by one, and bad ones named; what is written
 * is complete or absent.
 */
final class TextLines {

  private TextLines() {}

  /** A line that is a unit of its own. */
  private static final class Line implements UnitReader.Unit {
    static final Kind<Line> KIND = new Kind<>("line", "end", Line::new, line -> true);

    private String text;

    @Override
    public boolean add(String line) {
      text = line;
      return true;
    }
  }

  /** Reads lines; see {@link #readUnits}. */
  static void read(Path file, Consumer<String> parser, Consumer<String> problems) {
    readUnits(file, Line.KIND, line -> parser.accept(line.text), problems);
  }

  /**
   * Reads UTF-8, or UTF-16 with a byte order mark.
   *
   * @param parser takes each unit that ends; an {@link IllegalArgumentException} says what is wrong
   *     with it
   * @param problems takes {@code file:line: what is wrong}, and a note if not all units ended
   * @throws IllegalArgumentException if the file cannot be read
   */
  static <U extends UnitReader.Unit> void readUnits(
      Path file, Kind<U> kind, Consumer<U> parser, Consumer<String> problems) {
    try (UnitReader<U> units = UnitReader.open(file, kind)) {
      for (Found<U> found = units.next(); found != null; found = units.next()) {
        String problem = found.problem() == null ? problem(found.unit(), parser) : found.problem();
        if (problem != null) {
          problems.accept(file + ":" + found.line() + ": " + problem);
        }
      }
      units.difference().ifPresent(counts -> problems.accept(file + ": note: " + counts));
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": " + Inputs.problem(e), e);
    }
  }

  /** What is wrong with a unit, or null. */
  private static <U> String problem(U unit, Consumer<U> parser) {
    try {
      parser.accept(unit);
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
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
