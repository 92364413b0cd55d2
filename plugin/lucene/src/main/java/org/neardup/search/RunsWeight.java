// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.function.Function;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** A weight whose bulk scorers read runs only. */
class RunsWeight extends FilterWeight {
  private final Function<LeafReaderContext, Runs> runs; // gives null for a whole segment
  private final boolean isFilter;

  /**
   * Reads the runs of a weight.
   *
   * @param isFilter whether all other documents count as deleted, whatever collectors accept
   */
  RunsWeight(Query query, Weight in, Function<LeafReaderContext, Runs> runs, boolean isFilter) {
    super(query, in);
    this.runs = runs;
    this.isFilter = isFilter;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
    Runs ofLeaf = runs.apply(leaf);
    ScorerSupplier supplier = ofLeaf != null && ofLeaf.isEmpty() ? null : in.scorerSupplier(leaf);
    return supplier == null || ofLeaf == null ? supplier : new RunsSupplier(supplier, ofLeaf);
  }

  @Override
  public boolean isCacheable(LeafReaderContext leaf) {
    return false; // what is cached must not depend on live documents
  }

  /**
   * A scorer that reads runs, or the scorer itself: {@code DrillSideways} and completion queries
   * have some that must be called once for all documents. Those of Lucene's core can be called for
   * one range after the other.
   */
  BulkScorer scorer(BulkScorer scorer, Runs ofLeaf) {
    boolean isOfCore = scorer.getClass().getPackage().equals(BulkScorer.class.getPackage());
    return isOfCore || isFilter ? ofLeaf.scorer(scorer, isOfCore, isFilter) : scorer;
  }

  private final class RunsSupplier extends ScorerSupplier {
    private final ScorerSupplier in;
    private final Runs ofLeaf;

    RunsSupplier(ScorerSupplier in, Runs ofLeaf) {
      this.in = in;
      this.ofLeaf = ofLeaf;
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      return in.get(leadCost);
    }

    @Override
    public BulkScorer bulkScorer() throws IOException {
      return scorer(in.bulkScorer(), ofLeaf);
    }

    @Override
    public long cost() {
      return in.cost();
    }

    @Override
    public void setTopLevelScoringClause() throws IOException {
      in.setTopLevelScoringClause();
    }
  }
}
