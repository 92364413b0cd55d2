// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.ArrayList;
import java.util.List;
import org.neardup.compare.Overlap;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Estimate;
import org.neardup.tools.console.Counted;
import org.neardup.tools.search.VariantsReport;

/** Two documents side by side. */
record ComparisonView(Heading heading, DocumentCard a, DocumentCard b, Comparison comparison) {
  static final int MAX_PASSAGES = 200;

  /** A number, and what it is. */
  record Figure(String name, String value) {}

  List<DocumentCard> cards() {
    return List.of(a, b);
  }

  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    Overlap exact = comparison.exact();
    if (exact != null) {
      figures.add(
          new Figure(
              "resemblance, counted in the texts",
              VersionCard.decimal(exact.resemblance())
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
    return comparison.difference() == null ? 0 : comparison.difference().passages().size();
  }

  int morePassages() {
    return passages() - MAX_PASSAGES;
  }

  String differenceHeading() {
    return passages() == 0 ? "Differences" : "They differ in " + Counted.of(passages(), "passage");
  }
}
