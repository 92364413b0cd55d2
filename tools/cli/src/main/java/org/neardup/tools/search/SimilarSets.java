// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.IOFunction;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.tools.index.Sketching;

/**
 * Finds the sets that resemble one most, counted in their values: sketches choose, with a margin
 * for their error, what is counted. For one thread.
 */
record SimilarSets(Sketching sketching) {
  /** So many times as many sets as are asked for, and so many more, are counted. */
  private static final int COUNTED_TIMES = 10;

  private static final int COUNTED_MORE = 1000;

  /**
   * A set and its resemblance.
   *
   * @param isCounted false if its values are not stored: then it is estimated
   */
  record Near(int doc, double resemblance, boolean isCounted) {}

  /** Those of at least the minimum, of all that were counted; and the most similar ones. */
  record Found(long total, List<Near> nearest) {}

  /** Finds at most {@code top} sets of at least a resemblance, the most similar first. */
  Found find(Document own, IOFunction<Double, Query> queries, double minimum, int top)
      throws IOException {
    ElementSet to = elements(own);
    double least = sketching.leastEstimate(ResemblanceRule.exact(minimum));
    int most = COUNTED_TIMES * top + COUNTED_MORE;
    ScoreDoc[] hits =
        new IndexSearcher(sketching.index().all())
            .search(
                queries.apply(least),
                new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE))
            .scoreDocs;
    float leastScore = (float) sketching.packing().estimate(minimum).value();
    List<Near> found = new ArrayList<>();
    for (ScoreDoc hit : hits) {
      Near near = near(to, hit);
      if (near.resemblance() >= (near.isCounted() ? minimum : leastScore)) {
        found.add(near);
      }
    }
    found.sort(
        Comparator.comparingDouble((Near near) -> -near.resemblance()).thenComparingInt(Near::doc));
    return new Found(found.size(), List.copyOf(found.subList(0, Math.min(top, found.size()))));
  }

  private Near near(ElementSet to, ScoreDoc hit) throws IOException {
    ElementSet elements = elements(stored(hit.doc));
    return elements.size() == 0
        ? new Near(hit.doc, hit.score, false)
        : new Near(hit.doc, to.resemblance(elements), true);
  }

  private List<String> names() {
    return sketching.sketcher().textFields();
  }

  /** The values of a document. */
  Document stored(int doc) throws IOException {
    return sketching.index().all().storedFields().document(doc, Set.copyOf(names()));
  }

  /** The elements of a document as it would be in no scope. */
  ElementSet elements(Document stored) throws IOException {
    return sketching.sketcher().sketch(stored, 0).elementSet();
  }
}
