// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.neardup.search.derived.DerivedGroups;

/** The representatives of all groups, and whatever is in none. */
final class RepresentativesWeight extends ConstantScoreWeight {
  private final DerivedGroups groups;

  RepresentativesWeight(Query query, float boost, DerivedGroups groups) {
    super(query, boost);
    this.groups = groups;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
    TwoPhaseIterator visible =
        new TwoPhaseIterator(DocIdSetIterator.all(leaf.reader().maxDoc())) {
          @Override
          public boolean matches() {
            return !groups.isHidden(leaf.docBase + approximation.docID());
          }

          @Override
          public float matchCost() {
            return 5; // some array accesses
          }
        };
    return new DefaultScorerSupplier(
        new ConstantScoreScorer(score(), ScoreMode.COMPLETE_NO_SCORES, visible));
  }

  /** Never: what is hidden depends on other segments. */
  @Override
  public boolean isCacheable(LeafReaderContext leaf) {
    return false;
  }
}
