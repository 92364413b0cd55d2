// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;
import org.neardup.codec.SketchReader;
import org.neardup.compare.SketchComparer;

/** Goes over documents that may match, and compares each. */
final class NearDuplicateScorer extends Scorer {
  /** Two sketches are compared 8 slots at a time, after finding one of them. */
  private static final float MATCH_COST = 50;

  private final SketchReader sketches;
  private final SketchComparer comparer;
  private final byte[] sketch;
  private final TwoPhaseIterator twoPhase;
  private final DocIdSetIterator documents;
  private final float boost;
  private double estimate;

  NearDuplicateScorer(
      DocIdSetIterator approximation,
      SketchReader sketches,
      SketchComparer comparer,
      byte[] sketch,
      float boost) {
    this.sketches = sketches;
    this.comparer = comparer;
    this.sketch = sketch;
    this.boost = boost;
    twoPhase =
        new TwoPhaseIterator(approximation) {
          @Override
          public boolean matches() throws IOException {
            estimate = comparer.score(sketch, sketches.value(approximation.docID()));
            return comparer.isNear(estimate);
          }

          @Override
          public float matchCost() {
            return MATCH_COST;
          }
        };
    documents = TwoPhaseIterator.asDocIdSetIterator(twoPhase);
  }

  @Override
  public TwoPhaseIterator twoPhaseIterator() {
    return twoPhase;
  }

  @Override
  public DocIdSetIterator iterator() {
    return documents;
  }

  @Override
  public int docID() {
    return documents.docID();
  }

  @Override
  public float score() throws IOException {
    return boost * (float) estimate();
  }

  @Override
  public float getMaxScore(int upTo) {
    return boost;
  }

  /** The estimate to show for the current document. */
  double estimate() throws IOException {
    return estimate < 1 ? estimate : comparer.shownScore(estimate, sketch, sketches.value(docID()));
  }
}
