// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import org.neardup.index.Verification;
import org.neardup.search.explain.Explainer;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/** Two documents: whether they are near-duplicates, and in what they differ. */
record ComparisonPage(Site site) implements Page {
  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("a", "b");
    Sketching sketching = Sketching.of(index);
    Explainer explainer = sketching.explainer(Verification.AUTO);
    int a = sketching.find(explainer, parameters.id("a"));
    int b = sketching.find(explainer, parameters.id("b"));
    return Answer.page(
        200,
        "serve/comparison.jte",
        new ComparisonView(
            Heading.of(site),
            DocumentCard.of(index, a, site.dateField()),
            DocumentCard.of(index, b, site.dateField()),
            explainer.compare(a, b)));
  }
}
