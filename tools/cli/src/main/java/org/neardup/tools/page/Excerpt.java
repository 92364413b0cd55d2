// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

/** Of a long text, its beginning and its end. */
final class Excerpt {
  private static final int MAX_CHARACTERS = 600;

  private Excerpt() {}

  static String of(String text) {
    if (text.codePointCount(0, text.length()) <= MAX_CHARACTERS) {
      return text;
    }
    int half = MAX_CHARACTERS / 2;
    return text.substring(0, text.offsetByCodePoints(0, half))
        + " […] "
        + text.substring(text.offsetByCodePoints(text.length(), -half));
  }
}
