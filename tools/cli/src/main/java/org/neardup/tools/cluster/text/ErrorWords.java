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

  /** Those that begin with a character; most characters begin none, and end the search at once. */
  private static final String[][] BY_FIRST = new String[128][];

  static {
    for (char c = 0; c < BY_FIRST.length; c++) {
      char first = lower(c);
      String[] words =
          WORDS.stream().filter(word -> word.charAt(0) == first).toArray(String[]::new);
      BY_FIRST[c] = words.length == 0 ? null : words;
    }
  }

  private ErrorWords() {}

  /** Whether a text is short and has one of them, as whole words and in any case. */
  static boolean areIn(String text) {
    if (text.length() > MAX_CHARACTERS) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < BY_FIRST.length && BY_FIRST[c] != null && !isInWord(text, i - 1)) {
        for (String word : BY_FIRST[c]) {
          if (isAt(text, i, word)) {
            return true;
          }
        }
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
    char c = lower(text.charAt(at));
    if (c < BY_FIRST.length) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
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
