// SPDX-License-Identifier: Apache-2.0
package org.neardup.analysis;

import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Elements as index terms: 11 ASCII characters that sort as the unsigned numbers do. Each character
 * holds six bits of the element (the last one four), highest first.
 */
final class ShingleTerm {
  /** Characters in a term. */
  public static final int LENGTH = 11;

  private static final String DIGITS =
      "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

  private ShingleTerm() {}

  /** The term of an element. */
  public static String encode(long element) {
    char[] term = new char[LENGTH];
    encode(element, term);
    return new String(term);
  }

  static void encode(long element, CharTermAttribute term) {
    encode(element, term.resizeBuffer(LENGTH));
    term.setLength(LENGTH);
  }

  private static void encode(long element, char[] term) {
    for (int i = 0, shift = 58; i < LENGTH - 1; i++, shift -= 6) {
      term[i] = DIGITS.charAt((int) (element >>> shift) & 63);
    }
    term[LENGTH - 1] = DIGITS.charAt((int) element & 15);
  }
}
