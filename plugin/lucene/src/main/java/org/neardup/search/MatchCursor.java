// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/** Looks at single documents, in ascending order, with the weight of a query. For one thread. */
final class MatchCursor {
  private final Weight weight;
  private final List<LeafReaderContext> leaves;
  private final int count;
  private LeafReaderContext leaf;
  private Scorer scorer; // null: nothing in the segment matches
  private TwoPhaseIterator twoPhase; // null: the iterator is exact
  private DocIdSetIterator docs;

  /**
   * Before the first document.
   *
   * @param searched with a weight, or refused
   * @param count how many documents it will be asked for, at most
   */
  MatchCursor(QueryExecution searched, int count) {
    if (searched.weight() == null) {
      throw new IllegalStateException(
          "setWeight was not called: whoever wraps a OneVersionCollector must pass it on");
    }
    weight = searched.weight();
    leaves = searched.leaves();
    this.count = count;
  }

  /**
   * Goes to a document.
   *
   * @param doc number in the index, larger than the one before
   * @return whether it matches
   */
  boolean advance(int doc) throws IOException {
    if (leaf == null || doc >= leaf.docBase + leaf.reader().maxDoc()) {
      open(leaves.get(ReaderUtil.subIndex(doc, leaves)));
    }
    int inLeaf = doc - leaf.docBase;
    if (scorer == null
        || (docs.docID() < inLeaf && docs.advance(inLeaf) != inLeaf)
        || docs.docID() != inLeaf) {
      return false;
    }
    return twoPhase == null || twoPhase.matches();
  }

  /**
   * Goes to the beginning of a segment, later than where it is.
   *
   * @return its scorer, on each document gone to that matches; null if nothing in the segment does
   */
  Scorer open(LeafReaderContext next) throws IOException {
    leaf = next;
    scorer = scorer(next);
    twoPhase = scorer == null ? null : scorer.twoPhaseIterator();
    docs = twoPhase != null ? twoPhase.approximation() : scorer == null ? null : scorer.iterator();
    return scorer;
  }

  private Scorer scorer(LeafReaderContext next) throws IOException {
    try {
      ScorerSupplier supplier = weight.scorerSupplier(next);
      return supplier == null ? null : supplier.get(count);
    } catch (UnsupportedOperationException e) {
      throw new IllegalStateException(
          "the weight of a query must make scorers, got that of " + weight.getQuery(), e);
    }
  }
}
