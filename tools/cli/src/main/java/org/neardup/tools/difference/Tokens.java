// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.difference;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The words of a passage without case and punctuation: runs of letters and digits, with what joins
 * them, as in {@code 1.5}, {@code 2021-03-04}, {@code isn't} and {@code org.apache.Lucene}; and
 * each ideograph, sign of a currency, a percentage or a comparison.
 */
final class Tokens {
  private static final String CHARACTER = "[\\p{L}\\p{M}\\p{N}_&&[^\\p{IsIdeographic}]]";
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\p{IsIdeographic}|[\\p{Sc}%‰<>≤≥=±+]|"
              + CHARACTER
              + "+(?:[-.,:/@'’\u2010\u2011]+"
              + CHARACTER
              + "+)*");
  private static final Pattern JOINT = Pattern.compile("(?<=\\p{L})[-'’\u2010\u2011]+(?=\\p{L})");

  private static final int BEFORE = 10;

  private Tokens() {}

  /**
   * A word.
   *
   * @param text as it stands there
   * @param plain the form in which words are compared: lower case, letters without what joins them
   * @param before the last characters before it in the passage
   */
  record Token(String text, String plain, String before) {
    private static Token of(String text, String before) {
      return new Token(text, JOINT.matcher(text).replaceAll("").toLowerCase(Locale.ROOT), before);
    }
  }

  /** Those of a passage, in order. */
  static List<Token> of(String passage) {
    return TOKEN
        .matcher(passage)
        .results()
        .map(found -> Token.of(found.group(), before(passage, found.start())))
        .toList();
  }

  private static String before(String passage, int start) {
    return passage.substring(Math.max(0, start - BEFORE), start);
  }
}
