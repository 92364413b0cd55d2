// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

/** Of a long text, its beginning and its end. */
public final class Excerpt {
  /** Characters of a change that are shown in a closed row. */
  static final int IN_ROW = 60;

  private Excerpt() {}

  /** The whole text, or half as many characters of its beginning. */
  public static String shortened(String text, int most) {
    return text.length() <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most / 2)) + "…";
  }

  /** The first words of a text, about so many characters, on one line. */
  public static String beginning(String text, int most) {
    String line = text.substring(0, Math.min(text.length(), 4 * most)).strip();
    String words = line.replaceAll("\\s+", " ");
    int end = words.length() <= most ? -1 : words.lastIndexOf(' ', most);
    return end < 0 ? of(words, most) : words.substring(0, end) + " …";
  }

  /**
   * The whole text, or its beginning and its end.
   *
   * @param most characters of it
   */
  public static String of(String text, int most) {
    return of(text, most, " […] ");
  }

  /** The same with another sign between. */
  public static String of(String text, int most, String gap) {
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    int half = most / 2;
    return text.substring(0, text.offsetByCodePoints(0, half))
        + gap
        + text.substring(text.offsetByCodePoints(text.length(), -half));
  }
}
