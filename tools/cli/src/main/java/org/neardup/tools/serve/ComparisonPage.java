// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.neardup.compare.Overlap;
import org.neardup.compare.Verdict.Basis;
import org.neardup.index.Verification;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Comparison.Estimate;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.TextDifference;
import org.neardup.search.explain.ValueDifference;
import org.neardup.tools.console.Counted;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.search.VariantsReport;

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
                : site.verdicts()
                    .form(
                        comparison.a().id(),
                        comparison.b().id(),
                        comparison.verdict().rule() == Basis.VERDICT),
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

    /** A number, and what it is. */
    record Figure(String name, String value) {}

    List<Heading.Choice> views() {
      String link = Site.linkToComparison(a.id(), b.id());
      return List.of(
          new Heading.Choice(
              "What differs", "passages that differ, with words around", link, whole == null),
          new Heading.Choice(
              "Whole texts", "both texts side by side", link + "&view=whole", whole != null));
    }

    List<DocumentCard> cards() {
      return List.of(a, b);
    }

    List<Figure> figures() {
      List<Figure> figures = new ArrayList<>();
      Overlap exact = comparison.exact();
      if (exact != null) {
        figures.add(
            new Figure(
                "resemblance, counted in the " + (comparison.values() == null ? "texts" : "values"),
                VariantsReport.decimal(exact.resemblance())
                    + ": they have "
                    + exact.common()
                    + " elements in common, of "
                    + exact.elementsOfA()
                    + " and "
                    + exact.elementsOfB()));
      }
      Estimate estimate = comparison.estimate();
      if (estimate != null) {
        figures.add(
            new Figure(
                "resemblance, estimated from the sketches",
                VariantsReport.plusMinus(estimate)
                    + ": "
                    + estimate.agreeing()
                    + " of "
                    + estimate.slots()
                    + " slots are equal"));
        figures.add(
            new Figure("bands in common", comparison.sharedBands() + " of " + comparison.bands()));
      }
      return figures;
    }

    private int passages() {
      return difference() == null ? 0 : difference().passages().size();
    }

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

    int morePassages() {
      return passages() - MAX_PASSAGES;
    }

    String differenceHeading() {
      return passages() == 0
          ? "Differences"
          : "They differ in " + Counted.of(passages(), "passage");
    }
  }
}
