// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.ArrayList;
import java.util.List;

/**
 * The values of a row, by RFC 4180 if there is quoting: a value that begins with a quotation mark
 * ends with the next one, may hold separators and line ends, and two marks in it stand for one.
 * Otherwise a mark is a character as any other, but in a row of several lines, where it rather
 * shows that an earlier mark is missing. Reads line by line, so that a row without its closing mark
 * can be told from those behind it.
 */
final class TableRow implements UnitReader.Unit {
  private static final String MARK = "\"";
  private static final String TWO_MARKS = MARK + MARK;

  private final char separator;
  private final boolean hasQuoting;
  private final List<String> values = new ArrayList<>();
  private final StringBuilder source = new StringBuilder();

  /** The quoted value that goes on with the next line; null if none does. */
  private StringBuilder open;

  TableRow(char separator, boolean hasQuoting) {
    this.separator = separator;
    this.hasQuoting = hasQuoting;
  }

  List<String> values() {
    return values;
  }

  /** Its lines. */
  String source() {
    return source.toString();
  }

  @Override
  public boolean add(String line) throws BadInputException {
    boolean isFirst = source.isEmpty();
    source.append(isFirst ? "" : "\n").append(line);
    int at = open == null ? 0 : addQuoted("\n", line, 0);
    while (open == null && at <= line.length()) {
      if (hasQuoting && line.startsWith(MARK, at)) {
        open = new StringBuilder();
        at = addQuoted("", line, at + 1);
      } else {
        int end = end(line, at);
        String value = line.substring(at, end);
        if (!isFirst && value.contains(MARK)) {
          throw new BadInputException(
              "a value with a mark in it must be quoted, got " + Limits.shown(value));
        }
        values.add(value);
        at = end + 1;
      }
    }
    return open == null;
  }

  /** Adds to the open value; returns where the next value begins. */
  private int addQuoted(String before, String line, int from) throws BadInputException {
    open.append(before);
    int at = from;
    int mark = line.indexOf(MARK, at);
    while (mark >= 0 && line.startsWith(TWO_MARKS, mark)) {
      open.append(line, at, mark + 1);
      at = mark + 2;
      mark = line.indexOf(MARK, at);
    }
    open.append(line, at, mark < 0 ? line.length() : mark);
    if (mark < 0) {
      return line.length();
    }
    int end = end(line, mark + 1);
    String behind = line.substring(mark + 1, end);
    if (!behind.isBlank()) {
      throw new BadInputException(
          "a quoted value must end with its closing mark, got "
              + Limits.shown(behind)
              + " behind it");
    }
    values.add(open.toString());
    open = null;
    return end + 1;
  }

  private int end(String line, int from) {
    int end = line.indexOf(separator, from);
    return end < 0 ? line.length() : end;
  }
}
