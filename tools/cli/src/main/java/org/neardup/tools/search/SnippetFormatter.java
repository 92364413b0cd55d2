// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.neardup.tools.search.Snippets.Part;

/** Takes passages of a text apart into what matches and what stands between. For any thread. */
final class SnippetFormatter extends PassageFormatter {
  /** Of the words between two matches, and of a match: a word may be longer than a passage. */
  private static final int MAX_CHARACTERS = 300;

  private static final String GAP = "…";
  private static final Pattern BLANKS = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  @Override
  public List<Part> format(Passage[] passages, String text) {
    List<Part> parts = new ArrayList<>();
    int end = 0;
    for (Passage passage : passages) {
      if (passage.getStartOffset() > end) {
        add(parts, parts.isEmpty() ? GAP + " " : " " + GAP + " ", false);
      }
      end = addPassage(parts, passage, text);
    }
    if (end < text.stripTrailing().length()) {
      add(parts, " " + GAP, false);
    }
    return parts;
  }

  private static int addPassage(List<Part> parts, Passage passage, String text) {
    int from = passage.getStartOffset();
    for (int i = 0; i < passage.getNumMatches(); i++) {
      int start = Math.max(from, passage.getMatchStarts()[i]);
      int end = Math.min(passage.getEndOffset(), passage.getMatchEnds()[i]);
      if (start < end) { // matches may overlap
        add(parts, text.substring(from, start), false);
        add(parts, text.substring(start, end), true);
        from = end;
      }
    }
    int end = Math.max(from, passage.getEndOffset());
    add(parts, text.substring(from, end), false);
    return end;
  }

  private static void add(List<Part> parts, String words, boolean match) {
    if (!words.isEmpty()) {
      parts.add(new Part(BLANKS.matcher(shortened(words)).replaceAll(" "), match));
    }
  }

  private static String shortened(String words) {
    return words.length() <= MAX_CHARACTERS
        ? words
        : words.substring(0, words.offsetByCodePoints(0, MAX_CHARACTERS / 2)) + GAP;
  }
}
