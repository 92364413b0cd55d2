// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.neardup.index.Verification;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.search.explain.ValueDifference;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.input.InputDocument;

/** Two documents: whether they are near-duplicates, and in what they differ. */
record ComparisonPage(Site site) implements Page {
  private static final int MAX_CHARACTERS = 1_000_000;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("a", "b", "view");
    Sketching sketching = Sketching.of(index);
    Explainer explainer = sketching.explainer(Verification.AUTO);
    int a = sketching.find(explainer, parameters.id("a"));
    int b = sketching.find(explainer, parameters.id("b"));
    Comparison comparison = explainer.compare(a, b);
    return Answer.page(
        200,
        "serve/comparison.jte",
        new View(
            Heading.of(site),
            DocumentCard.of(index, a, site),
            DocumentCard.of(index, b, site),
            comparison,
            site.verdicts() == null || a == b
                ? null
                : site.verdicts().form(comparison.a().id(), comparison.b().id()),
            parameters.choice("view", Extent.PASSAGES) == Extent.WHOLE
                ? whole(DocumentCard.text(index, a), DocumentCard.text(index, b))
                : null));
  }

  /** How much of the texts to show. */
  private enum Extent {
    PASSAGES,
    WHOLE
  }

  private static WholeTexts whole(String a, String b) {
    if (a.length() + b.length() > MAX_CHARACTERS) {
      throw Parameters.mistake(
          "texts shown whole must have at most "
              + MAX_CHARACTERS
              + " characters together, got "
              + (a.length() + b.length()));
    }
    return WholeTexts.of(a, b);
  }

  /**
   * Two documents side by side.
   *
   * @param form where a reader says whether they are the same; null if that is not taken
   * @param whole their texts from beginning to end; null for the passages that differ
   */
  record View(
      Heading heading,
      DocumentCard a,
      DocumentCard b,
      Comparison comparison,
      VerdictPage.Form form,
      WholeTexts whole) {
    static final int MAX_PASSAGES = 200;

    /** Where the texts differ, or the values of sets, a line each; null if not both are stored. */
    TextDifference difference() {
      ValueDifference values = comparison.values();
      return values == null
          ? comparison.difference()
          : TextDifference.of(
              lines(values.common(), values.onlyA()), lines(values.common(), values.onlyB()));
    }

    private static String lines(
        List<ValueDifference.Value> common, List<ValueDifference.Value> others) {
      List<String> values =
          Stream.concat(common.stream(), others.stream())
              .map(ValueDifference.Value::value)
              .toList();
      return InputDocument.lines(values, true);
    }
  }

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
    record Stretch(String same, Passage passage) {}

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
}
