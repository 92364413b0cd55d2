// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import java.util.ArrayList;
import java.util.List;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;

/**
 * What one of two texts has in a passage. A word in the place of another is cut in three: what both
 * begin with, what is changed, and what both end with.
 *
 * @param isChanged whether the other text does not have it
 * @param before what a changed word begins with, as does the other
 * @param words the rest
 * @param after what a changed word ends with, as does the other
 */
record Marks(boolean isChanged, String before, String words, String after) {

  /** The parts of a passage that one text has. */
  static List<Marks> of(Passage passage, In side) {
    List<Marks> marks = new ArrayList<>();
    List<Part> parts = passage.parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part.in() == In.BOTH) {
        marks.add(new Marks(false, "", part.words(), ""));
      } else if (part.in() == side) {
        int other = side == In.A ? i + 1 : i - 1;
        boolean isReplaced = other >= 0 && other < parts.size() && parts.get(other).in() != In.BOTH;
        marks.add(changed(part.words(), isReplaced ? parts.get(other).words() : ""));
      }
    }
    return marks;
  }

  private static Marks changed(String words, String other) {
    if (!isWord(words) || !isWord(other)) {
      return new Marks(true, "", words, "");
    }
    int most = Math.min(words.length(), other.length());
    int begin = 0;
    while (begin < most && words.charAt(begin) == other.charAt(begin)) {
      begin++;
    }
    begin -= isInside(words, begin) || isInside(other, begin) ? 1 : 0;
    int end = 0;
    while (end < most - begin
        && words.charAt(words.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
      end++;
    }
    end -= isInside(words, words.length() - end) || isInside(other, other.length() - end) ? 1 : 0;
    return new Marks(
        true,
        words.substring(0, begin),
        words.substring(begin, words.length() - end),
        words.substring(words.length() - end));
  }

  private static boolean isWord(String words) {
    return !words.isEmpty() && words.chars().noneMatch(Character::isWhitespace);
  }

  /** Whether a place is between the halves of a character. */
  private static boolean isInside(String text, int place) {
    return place > 0
        && place < text.length()
        && Character.isSurrogatePair(text.charAt(place - 1), text.charAt(place));
  }

  /** Whether only a part of a word is changed. */
  boolean isCut() {
    return !before.isEmpty() || !after.isEmpty();
  }
}
