// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.function.Consumer;

/**
 * Finds names by how they are written: words with a capital where no sentence begins. A sentence
 * begins with the text, and after a stop and white space; not after the stop of an initial or of a
 * short word with a capital, as in "Mr. Smith". White space does not count otherwise. German nouns
 * are names, too.
 */
final class NameWords {
  private static final String STOPS = ".!?\u2026\u061f\u06d4\u0964\u0589\u3002\uff01\uff1f";
  private static final int MAX_ABBREVIATION = 3; // letters

  private NameWords() {}

  /** Takes a word if it is a name. */
  static void find(char[] text, int start, int end, Consumer<CharSequence> names) {
    if (isCapital(Character.codePointAt(text, start)) && !beginsSentence(text, start)) {
      names.accept(GuardLetters.normalized(new String(text, start, end - start)));
    }
  }

  private static boolean isCapital(int codePoint) {
    return Character.isUpperCase(codePoint) || Character.isTitleCase(codePoint);
  }

  private static boolean beginsSentence(char[] text, int word) {
    boolean isApart = false;
    for (int i = word; i > 0; ) {
      int codePoint = Character.codePointBefore(text, i);
      i -= Character.charCount(codePoint);
      if (GuardLetters.begins(codePoint)) {
        return false;
      }
      isApart |= Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
      if (isApart && STOPS.indexOf(codePoint) >= 0 && !(codePoint == '.' && isShort(text, i))) {
        return true;
      }
    }
    return true;
  }

  /** Whether a stop is that of an abbreviation. */
  private static boolean isShort(char[] text, int stop) {
    int letters = 0;
    int first = 0;
    for (int i = stop; i > 0 && letters <= MAX_ABBREVIATION; ) {
      int codePoint = Character.codePointBefore(text, i);
      i -= Character.charCount(codePoint);
      if (!GuardLetters.continues(codePoint)) {
        break;
      }
      if (GuardLetters.begins(codePoint) && !isJamoWithin(codePoint)) { // marks are no letters
        letters++;
        first = codePoint;
      }
    }
    return (letters <= MAX_ABBREVIATION && isCapital(first))
        || (letters == 1 && Character.isLowerCase(first));
  }

  /** Whether it goes on with a syllable of Korean, which is one letter where it is composed. */
  private static boolean isJamoWithin(int codePoint) {
    return codePoint >= 0x1160 && codePoint <= 0x11ff;
  }
}
