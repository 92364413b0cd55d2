// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.console.Compared;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.report.ReportFindings.Group;
import org.neardup.tools.report.ReportFindings.Shown;
import org.neardup.tools.report.ReportFindings.Variant;

/** The places in which two texts differ, for a page. */
final class Differences {
  static final int MAX_PASSAGES = 10;

  private static final int BEGINNING = 80;

  private Differences() {}

  /** The passages; of those with the same changes only the first. */
  static List<Shown> withoutRepeats(List<Passage> passages) {
    Map<List<Part>, Shown> different = new LinkedHashMap<>();
    for (Passage passage : passages) {
      different.merge(
          passage.changes(),
          new Shown(passage, 0),
          (known, same) -> new Shown(known.passage(), known.more() + 1));
    }
    return new ArrayList<>(different.values());
  }

  /** The first words of a text, on one line. */
  static String beginning(String text) {
    String line = text.substring(0, Math.min(text.length(), 4 * BEGINNING)).strip();
    String words = line.replaceAll("\\s+", " ");
    int end = words.length() <= BEGINNING ? -1 : words.lastIndexOf(' ', BEGINNING);
    return end < 0 ? Excerpt.of(words, BEGINNING) : words.substring(0, end) + " …";
  }

  /** How much a variant differs, in words. */
  static String summary(Variant variant, Compared compared) {
    int places = variant.passages().stream().mapToInt(shown -> 1 + shown.more()).sum();
    return "The "
        + compared.nouns()
        + " differ in "
        + Numbers.count(places, "passage")
        + ", "
        + Numbers.count(variant.words())
        + " of "
        + Numbers.count(variant.textWords(), "word")
        + (compared == Compared.SETS ? " of their values." : ".");
  }

  /** The copies of a group, in words. */
  static String copies(Group group, Compared compared) {
    int more = group.copies() - group.copyNames().size();
    return Numbers.count(group.copies(), "variant")
        + " with the same "
        + compared.noun()
        + (more == 0 ? ":" : ", " + Numbers.count(more) + " of them besides");
  }
}
