// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.neardup.compare.Overlap;
import org.neardup.compare.ResemblanceRule.Basis;
import org.neardup.search.explain.Comparison;
import org.neardup.search.explain.Comparison.Estimate;
import org.neardup.search.explain.Comparison.Parting;
import org.neardup.search.explain.Explainer;
import org.neardup.search.similar.MostSimilar;
import org.neardup.search.similar.NearDuplicateQuery;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/**
 * A visible document that is near another one and that guards part from it. Component names are the
 * keys of the JSON.
 *
 * @param id the document's id
 * @param title empty if it has none
 * @param estimate of its resemblance to the other one
 * @param exact its resemblance to the other one, which is a; null if texts are not stored
 * @param guards that part them
 */
public record GuardedNeighbour(
    String id, String title, Estimate estimate, Overlap exact, List<Parting> guards) {
  private static final int MOST = 20;

  /**
   * Those of the representative of a document, most similar first: of its {@value #MOST} most
   * similar visible documents. Without guards none are looked for; with them, all sketches are
   * compared.
   */
  public static List<GuardedNeighbour> of(Sketching sketching, Explainer explainer, int doc)
      throws IOException {
    List<GuardedNeighbour> neighbours = new ArrayList<>();
    if (sketching.config().guards().isEmpty()) {
      return neighbours;
    }
    NeardupIndex index = sketching.index();
    int representative = index.representativeOf(doc);
    Term id = new Term(sketching.config().idField(), index.name(representative).id());
    Query near =
        NearDuplicateQuery.ofDocument(id, sketching.leastEstimate(sketching.config().rule()));
    for (ScoreDoc hit :
        MostSimilar.search(new IndexSearcher(index.visible()), near, null, MOST + 1).scoreDocs) {
      Comparison comparison = explainer.compare(representative, hit.doc);
      if (comparison.decision().rule() == Basis.GUARD) {
        neighbours.add(
            new GuardedNeighbour(
                comparison.b().id(),
                index.name(hit.doc).title(),
                comparison.estimate(),
                comparison.exact(),
                comparison.guards()));
      }
    }
    return neighbours;
  }

  /** In what they differ, as in {@code numbers: 2.5 → 1.5}. */
  public String parting() {
    return guards.stream().map(Parting::toString).collect(Collectors.joining("; "));
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "      %s  %s  %s  (%s)",
        VariantsReport.resemblances(exact, estimate),
        OneLine.of(id),
        OneLine.of(title),
        OneLine.of(parting()));
  }
}
