// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.neardup.tools.console.Counted;

/**
 * Puts lines together to units that begin and end, such as the rows of a table or the topics of
 * TREC. A unit that does not end is named by its first line, and reading goes on behind that line,
 * so that it takes no other one with it. Lines end with LF, CR LF or CR; blank ones between units
 * are skipped, and byte order marks removed. For one thread.
 */
public final class UnitReader<U extends UnitReader.Unit> implements Closeable {
  /** What lines are put together to. */
  @FunctionalInterface
  public interface Unit {
    /**
     * Takes the next line, without its end; returns whether the unit ends with it.
     *
     * @throws BadInputException if the line cannot be part of the unit
     */
    boolean add(String line) throws BadInputException;
  }

  /**
   * What is read.
   *
   * @param name for messages, such as "row"
   * @param end what is missing if the unit does not end
   * @param begin makes a unit without lines
   * @param mayBegin whether a unit may begin with a line, where the one before did not end
   */
  public record Kind<U extends Unit>(
      String name, String end, Supplier<U> begin, Predicate<String> mayBegin) {}

  /**
   * A unit that ended, or what is wrong with one.
   *
   * @param line its first, from 1
   * @param unit null if there is a problem
   * @param problem null if there is none
   */
  public record Found<U>(long line, U unit, String problem) {}

  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Line(long number, byte[] bytes, long length) {}

  private final LineReader lines;
  private final Charset charset;
  private final int maxBytes;
  private final Kind<U> kind;

  /** The lines of the unit that is read. */
  private final List<Line> taken = new ArrayList<>();

  private long takenBytes;

  /** The lines behind the first one of a unit that did not end. */
  private final Deque<Line> again = new ArrayDeque<>();

  private IOException failure;
  private long began;
  private long ended;

  UnitReader(LineReader lines, Charset charset, int maxBytes, Kind<U> kind) {
    this.lines = lines;
    this.charset = charset;
    this.maxBytes = maxBytes;
    this.kind = kind;
  }

  /** Reads a file in UTF-8, or in UTF-16 with a byte order mark. */
  public static <U extends Unit> UnitReader<U> open(Path file, Kind<U> kind) throws IOException {
    InputStream in = ByteOrderMark.utf8(Files.newInputStream(file));
    int most = InputRules.DEFAULT.maxBytes();
    return new UnitReader<>(lines(JsonSources.begin(in), in, most), UTF_8, most, kind);
  }

  /** The lines of a stream whose first bytes were read. */
  static LineReader lines(byte[] begin, InputStream rest, int maxBytes) {
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(begin), rest);
    return new LineReader(all, maxBytes, LineReader.end(begin));
  }

  /**
   * The next unit; null at the end.
   *
   * @throws IOException if nothing more can be read; all that was read before was returned
   */
  public Found<U> next() throws IOException {
    Line first = nextLine();
    while (first != null && first.bytes != null && LineReader.isBlank(first.bytes)) {
      first = nextLine();
    }
    if (first != null) {
      return unit(first);
    } else if (failure != null) {
      throw failure;
    }
    return null;
  }

  private Found<U> unit(Line first) {
    began++;
    taken.clear();
    takenBytes = 0;
    U unit = kind.begin.get();
    try {
      boolean isWhole = add(first, unit);
      while (!isWhole) {
        isWhole = add(nextLine(), unit);
      }
      ended++;
      return new Found<>(first.number, unit, null);
    } catch (BadInputException e) {
      readAgain();
      return new Found<>(first.number, null, e.getMessage());
    }
  }

  private boolean add(Line line, U unit) throws BadInputException {
    if (line == null) {
      throw new BadInputException(kind.name + " without " + kind.end);
    }
    taken.add(line);
    takenBytes += line.length;
    if (takenBytes >= maxBytes) {
      String tooLong = Limits.tooLong(kind.name, maxBytes, takenBytes);
      throw new BadInputException(
          tooLong + (taken.size() > 1 ? " or more: perhaps without " + kind.end : ""));
    }
    return unit.add(Decoding.decode(line.bytes, charset));
  }

  private void readAgain() {
    int next = 1;
    while (next < taken.size() && !mayBegin(taken.get(next))) {
      next++;
    }
    taken.subList(next, taken.size()).reversed().forEach(again::addFirst);
  }

  /**
   * Says that the unit that was returned last is none: if it goes over several lines, perhaps as it
   * did not end where it should, they are read again without the first.
   */
  void refuse() {
    if (taken.size() > 1) {
      ended--;
      readAgain();
    }
  }

  private boolean mayBegin(Line line) {
    return line.bytes == null || kind.mayBegin.test(new String(line.bytes, charset));
  }

  /** Null at the end, and where the stream fails: a line that is cut off there is not used. */
  private Line nextLine() {
    if (!again.isEmpty()) {
      return again.poll();
    }
    try {
      while (failure == null && lines.next()) {
        if (!lines.isBrokenOff()) {
          return new Line(lines.number(), lines.line(), lines.length());
        }
      }
    } catch (IOException e) {
      failure = e;
    }
    return null;
  }

  /** The line that was read last. */
  long line() {
    return lines.number();
  }

  /** How many units began and how many ended, if that is not the same. */
  public Optional<String> difference() {
    return began == ended
        ? Optional.empty()
        : Optional.of(Counted.of(began, kind.name) + " began, " + ended + " ended");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
