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

  static {
    for (char c = 0; c < BY_FIRST.length; c++) {
      char first = lower(c);
      BY_FIRST[c] = WORDS.stream().filter(w -> w.charAt(0) == first).toArray(String[]::new);
    }
  }

  private ErrorWords() {}

  /** Whether a text is short and has one of them, as whole words and in any case. */
  static boolean areIn(String text) {
    if (text.length() > MAX_CHARACTERS) {
      return false;
    }
    boolean isInWord = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isInWord && c < BY_FIRST.length) {
        for (String word : BY_FIRST[c]) {
          if (isAt(text, i, word)) {
            return true;
          }
        }
      }
      isInWord = isInWord(text, i);
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
    if (at == text.length()) {
      return false;
    }
    char c = text.charAt(at);
    if (c < BY_FIRST.length) {
      return Character.isLetterOrDigit(c) || c == '_';
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
