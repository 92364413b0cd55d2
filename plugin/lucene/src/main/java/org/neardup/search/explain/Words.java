// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.explain;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The words of a text for people: what stands between white space, and each ideograph. */
final class Words {
  private static final Pattern WORD =
      Pattern.compile(
          "\\p{IsIdeographic}|[^\\s\\p{IsIdeographic}]+", Pattern.UNICODE_CHARACTER_CLASS);

  private final String text;
  private final List<MatchResult> matches;
  private final List<String> words;

  Words(String text) {
    this.text = text;
    matches = WORD.matcher(text).results().toList();
    words = matches.stream().map(MatchResult::group).toList();
  }

  List<String> list() {
    return words;
  }

  int count() {
    return words.size();
  }

  /** The text from one word to before another. */
  String between(int from, int to) {
    return from == to ? "" : text.substring(matches.get(from).start(), matches.get(to - 1).end());
  }
}
