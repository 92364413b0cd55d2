// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

/**
 * What guards take for a word in a normalised text: letters and digits with the marks on them.
 * Other characters part words, also hyphens and apostrophes.
 */
final class GuardLetters {
  private static final int MARKS =
      (1 << Character.NON_SPACING_MARK)
          | (1 << Character.COMBINING_SPACING_MARK)
          | (1 << Character.ENCLOSING_MARK);

  private GuardLetters() {}

  /** Whether a word may begin with a code point. */
  static boolean begins(int codePoint) {
    return codePoint < 128
        ? isAsciiDigit(codePoint) || ((codePoint | 0x20) >= 'a' && (codePoint | 0x20) <= 'z')
        : Character.isLetterOrDigit(codePoint);
  }

  /** Whether a word may go on with a code point. */
  static boolean continues(int codePoint) {
    return begins(codePoint) || (codePoint >= 128 && isMark(codePoint));
  }

  /** Whether a character not of ASCII is a letter for sure. */
  static boolean isPlain(char c) {
    return (c < 0x300 || (c >= 0x370 && c < 0x483)) && continues(c);
  }

  private static boolean isMark(int codePoint) {
    return ((MARKS >> Character.getType(codePoint)) & 1) != 0;
  }

  static boolean isAsciiDigit(int codePoint) {
    return codePoint >= '0' && codePoint <= '9';
  }

  /** Whether a place is within a word, or at its end. */
  static boolean isInWord(char[] text, int at) {
    for (int i = at; i > 0; ) {
      int codePoint = Character.codePointBefore(text, i);
      if (begins(codePoint)) {
        return true;
      } else if (!continues(codePoint)) {
        return false;
      }
      i -= Character.charCount(codePoint); // a mark, perhaps on what is no letter
    }
    return false;
  }

  /** Where a word ends that goes on at a place. */
  static int end(char[] text, int from) {
    int end = from;
    while (end < text.length) {
      int codePoint = Character.codePointAt(text, end);
      if (!continues(codePoint)) {
        return end;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }
}
