// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.List;

/** The words of pages that say that there is no page. */
final class ErrorWords {
  private static final int MAX_CHARACTERS = 1000;

  private static final List<String> WORDS =
      List.of(
          "404",
          "410",
          "500",
          "503",
          "error",
          "not found",
          "not be found",
          "cannot be",
          "could not",
          "no longer",
          "unavailable",
          "not available",
          "does not exist",
          "doesnot exist",
          "doesn't exist",
          "does n't exist",
          "expired",
          "forbidden",
          "denied",
          "removed");

  /** Those that begin with a character of ASCII. */
  private static final String[][] BY_FIRST = new String[128][];

  /**
   * Second characters of those: by the lowest six bits of a character, which tell nearly all other
   * words apart from them.
   */
  private static final long[] SECONDS = new long[BY_FIRST.length];

  /** Of a character of words. */
  private static final byte WORD = 1;

  /** Of one that begins an error word. */
  private static final byte FIRST = 2;

  /** Of characters of ASCII: one look tells of most of them that they matter no more. */
  private static final byte[] KINDS = new byte[BY_FIRST.length];

  static {
    for (char c = 0; c < KINDS.length; c++) {
      char first = lower(c);
      if ((first >= 'a' && first <= 'z') || (first >= '0' && first <= '9') || first == '_') {
        KINDS[c] = WORD;
      }
      BY_FIRST[c] = WORDS.stream().filter(w -> w.charAt(0) == first).toArray(String[]::new);
      for (String word : BY_FIRST[c]) {
        KINDS[c] = FIRST;
        char second = word.charAt(1);
        SECONDS[c] |= 1L << second | 1L << Character.toUpperCase(second);
      }
    }
  }

  private ErrorWords() {}

  /** Whether a text is short and has one of them, as whole words and in any case. */
  static boolean areIn(String text) {
    if (text.length() > MAX_CHARACTERS) {
      return false;
    }
    int word = 0; // WORD behind a character of one
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < KINDS.length) {
        // One branch that is rarely taken, in place of two that a processor cannot foresee.
        if (KINDS[c] - word == FIRST && isOneAt(text, i)) {
          return true;
        }
        word = Math.min(KINDS[c], WORD);
      } else {
        word = isInWord(text, i) ? WORD : 0;
      }
    }
    return false;
  }

  private static boolean isOneAt(String text, int at) {
    char first = text.charAt(at);
    if (at + 1 == text.length() || (SECONDS[first] >>> text.charAt(at + 1) & 1) == 0) {
      return false;
    }
    for (String word : BY_FIRST[first]) {
      if (isAt(text, at, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(String text, int at, String word) {
    int end = at + word.length();
    for (int i = at; i < end; i++) {
      if (i == text.length() || lower(text.charAt(i)) != word.charAt(i - at)) {
        return false;
      }
    }
    return !isInWord(text, end);
  }

  /** Whether there is a character of a word, or a mark on one. */
  private static boolean isInWord(String text, int at) {
    if (at < 0 || at >= text.length()) {
      return false;
    }
    char c = text.charAt(at);
    if (c < KINDS.length) {
      return KINDS[c] >= WORD;
    }
    int marked = at;
    while (marked >= 0 && Character.getType(text.charAt(marked)) == Character.NON_SPACING_MARK) {
      marked--;
    }
    return marked >= 0 && marked < at && Character.isLetterOrDigit(text.charAt(marked));
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
  }
}
