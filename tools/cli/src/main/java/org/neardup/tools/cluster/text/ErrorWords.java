// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of pages that say that there is no page. */
final class ErrorWords {
  private static final int MAX_CHARACTERS = 1000;

  private static final Pattern WORDS =
      Pattern.compile(
          "\\b(404|410|500|503|error|not (be )?found|cannot be|could not|no longer|(un|not )available"
              + "|does ?n[o']t exist|expired|forbidden|denied|removed)\\b",
          Pattern.CASE_INSENSITIVE);

  /** What one of them may begin with. */
  private static final String FIRST = "45encudfrENCUDFR";

  private ErrorWords() {}

  /** Whether a text is short and has one of them. */
  static boolean areIn(String text) {
    if (text.length() > MAX_CHARACTERS) {
      return false;
    }
    Matcher words = WORDS.matcher(text).useTransparentBounds(true);
    for (int i = 0; i < text.length(); i++) {
      if (mayBegin(text, i) && words.region(i, text.length()).lookingAt()) {
        return true;
      }
    }
    return false;
  }

  /** Asked first, as it takes a fraction of what the expression takes. */
  private static boolean mayBegin(String text, int at) {
    return FIRST.indexOf(text.charAt(at)) >= 0
        && (at == 0 || !isLetterOrDigit(text.charAt(at - 1)));
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
