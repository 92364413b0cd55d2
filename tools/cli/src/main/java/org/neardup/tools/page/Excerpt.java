// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

/** Of a long text, its beginning and its end. */
public final class Excerpt {
  /** Characters of a change that are shown in a closed row. */
  static final int IN_ROW = 60;

  private Excerpt() {}

  /**
   * The whole text, or its beginning and its end.
   *
   * @param most characters of it
   */
  public static String of(String text, int most) {
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    int half = most / 2;
    return text.substring(0, text.offsetByCodePoints(0, half))
        + " […] "
        + text.substring(text.offsetByCodePoints(text.length(), -half));
  }
}
