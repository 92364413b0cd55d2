// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.ArrayList;
import java.util.List;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.console.Counted;

/**
 * Two texts side by side from beginning to end, what is long and in both of them folded.
 *
 * @param stretches in the order of the texts
 * @param complete whether they were aligned to the end
 */
record WholeTexts(List<Stretch> stretches, boolean complete) {
  private static final int LONG = 240;
  private static final int CONTEXT = 60;

  /**
   * A passage in which they differ, or one to fold.
   *
   * @param same words of both, as the first has them; null if they differ
   * @param passage null if they do not differ
   */
  record Stretch(String same, Passage passage) {

    /** As in {@code 120 equal words}. */
    String count() {
      return Counted.of(same.strip().split("\\s+").length, "equal word");
    }
  }

  /** Aligns two texts. */
  static WholeTexts of(String a, String b) {
    TextDifference difference = TextDifference.whole(a, b);
    List<Stretch> stretches = new ArrayList<>();
    List<Part> open = new ArrayList<>();
    for (Passage passage : difference.passages()) {
      for (int i = 0; i < passage.parts().size(); i++) {
        Part part = passage.parts().get(i);
        if (part.in() != In.BOTH || part.words().length() <= LONG) {
          open.add(part);
          continue;
        }
        String words = part.words();
        int head = open.isEmpty() ? 0 : blank(words, CONTEXT);
        boolean isLast = i == passage.parts().size() - 1;
        int tail = isLast ? words.length() : blank(words, words.length() - CONTEXT);
        add(open, words.substring(0, head));
        close(stretches, open);
        stretches.add(new Stretch(words.substring(head, tail).strip(), null));
        add(open, words.substring(tail));
      }
    }
    close(stretches, open);
    return new WholeTexts(stretches, difference.complete());
  }

  private static void add(List<Part> open, String words) {
    if (!words.isBlank()) {
      open.add(new Part(In.BOTH, words.strip()));
    }
  }

  private static void close(List<Stretch> stretches, List<Part> open) {
    if (!open.isEmpty()) {
      stretches.add(new Stretch(null, new Passage(0, 0, List.copyOf(open))));
      open.clear();
    }
  }

  /** The first place from one on where a blank is, or else the place, but in no character. */
  private static int blank(String words, int from) {
    for (int i = from; i < Math.min(words.length(), from + CONTEXT); i++) {
      if (Character.isWhitespace(words.charAt(i))) {
        return i;
      }
    }
    return Character.isLowSurrogate(words.charAt(from)) ? from - 1 : from;
  }
}
