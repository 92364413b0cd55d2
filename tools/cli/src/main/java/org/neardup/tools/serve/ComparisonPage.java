// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.TextDifference.In;
import org.neardup.search.explain.TextDifference.Part;
import org.neardup.search.explain.TextDifference.Passage;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.page.Label;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.report.Version;

/** Two documents: whether they are near-duplicates, and in what they differ. */
record ComparisonPage(Site site) implements Handler {
  private static final int MAX_CHARACTERS = 1_000_000;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("a", "b", "view");
    VersionList.Maker documents = VersionList.Maker.of(index, site);
    int a = documents.sketching().find(documents.explainer(), parameters.id("a"));
    int b = documents.sketching().find(documents.explainer(), parameters.id("b"));
    List<DocumentCard> cards = site.cards().of(index, List.of(a, b));
    Map<String, String> names = new HashMap<>();
    names.put(cards.getFirst().id(), named(cards.getFirst(), cards.getLast()));
    names.put(cards.getLast().id(), named(cards.getLast(), cards.getFirst()));
    Comparison comparison =
        documents
            .explainer()
            .compare(a, b, id -> names.computeIfAbsent(id, other -> name(documents, other)));
    return Answer.page(
        200,
        "serve/comparison.jte",
        new View(
            Heading.of(site),
            cards.getFirst(),
            cards.getLast(),
            comparison,
            site.verdicts() == null || a == b
                ? null
                : site.verdicts().form(comparison.a().id(), comparison.b().id()),
            parameters.choice("view", Extent.PASSAGES) == Extent.WHOLE
                ? whole(documents.sketching(), Site.text(index, a), Site.text(index, b))
                : null));
  }

  private static String named(DocumentCard card, DocumentCard other) {
    Label label = card.beside(other);
    return label.besides().isEmpty()
        ? isolated(label.name())
        : isolated(label.name()) + " · " + isolated(label.besides());
  }

  private static String name(VersionList.Maker documents, String id) {
    try {
      return isolated(documents.card(documents.find(id)).name());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name in a sentence, in marks that keep its direction from the words around it. */
  private static String isolated(String name) {
    return "\u2068" + name + "\u2069";
  }

  /** How much of the texts to show. */
  private enum Extent {
    PASSAGES,
    WHOLE
  }

  private static WholeTexts whole(Sketching sketching, String a, String b) {
    if (a.length() + b.length() > MAX_CHARACTERS) {
      throw Parameters.mistake(
          "texts shown whole must have at most "
              + MAX_CHARACTERS
              + " characters together, got "
              + (a.length() + b.length()));
    }
    return WholeTexts.of(sketching.wholeDifference(a, b));
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

    TextDifference difference() {
      return Version.difference(comparison);
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

    /** Folds what is long. */
    static WholeTexts of(TextDifference difference) {
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
