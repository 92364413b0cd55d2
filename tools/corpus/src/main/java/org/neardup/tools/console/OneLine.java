// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes text from input safe to print on one line: ids, titles, texts and names of files may hold
 * line ends, terminal escape sequences, and marks that reverse the order of what follows.
 */
public final class OneLine {

  /** Bold, red, green, and the end of each. */
  private static final Pattern COLOURS = Pattern.compile("\u001b\\[(?:0|1|31|32)m");

  private OneLine() {}

  /** The text with a blank for each character that does not print; null for null. */
  public static String of(String value) {
    if (value == null) {
      return null;
    }
    StringBuilder line = new StringBuilder(value);
    for (int i = 0; i < line.length(); i++) {
      if (!prints(line.charAt(i))) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString();
  }

  /**
   * The same for each of several lines of output, which may have colours, so that a value that was
   * not cleaned does no harm.
   */
  public static String ofEach(String lines) {
    String[] parts = COLOURS.splitWithDelimiters(lines, -1); // every second one is a colour
    for (int i = 0; i < parts.length; i += 2) {
      parts[i] = ofEachPlain(parts[i]);
    }
    return String.join("", parts);
  }

  /** The same for each of several lines without colours. */
  public static String ofEachPlain(String lines) {
    return Arrays.stream(lines.split("\n", -1)).map(OneLine::of).collect(Collectors.joining("\n"));
  }

  /**
   * Whether a character prints: not a control character of ASCII or Latin-1, a line end of Unicode,
   * or a mark of bidirectional text, which can have one name look like another.
   */
  public static boolean prints(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
      case Character.FORMAT -> !isBidirectional(character);
      default -> true;
    };
  }

  private static boolean isBidirectional(int character) {
    return character == 0x061C
        || (character >= 0x200E && character <= 0x200F)
        || (character >= 0x202A && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069);
  }
}
