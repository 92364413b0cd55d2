// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Gives collectors only the first of the matches in a group that have the same text, as if the
 * others were deleted; they count, though, in {@link Weight#count}. For one search; the searcher
 * may use several threads.
 */
final class DistinctTextsQuery extends Query {
  private final Query in;
  private final TextRepresentatives texts;

  /** Of a rewritten query that finds all documents of a text or none. */
  DistinctTextsQuery(Query in, TextRepresentatives texts) {
    this.in = in;
    this.texts = texts;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new DistinctWeight(this, searcher.createWeight(in, scoreMode, boost));
  }

  private static final class DistinctWeight extends FilterWeight {
    private final TextRepresentatives texts;

    DistinctWeight(DistinctTextsQuery query, Weight in) {
      super(query, in);
      texts = query.texts;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
      ScorerSupplier supplier = in.scorerSupplier(leaf);
      FixedBitSet firsts = texts.firsts(leaf);
      return supplier == null || firsts == null
          ? supplier
          : new FirstsSupplier(supplier, firsts.asReadOnlyBits());
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false; // what is cached must not depend on live documents
    }
  }

  private static final class FirstsSupplier extends ScorerSupplier {
    private final ScorerSupplier in;
    private final Bits firsts;

    FirstsSupplier(ScorerSupplier in, Bits firsts) {
      this.in = in;
      this.firsts = firsts;
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      return in.get(leadCost);
    }

    @Override
    public long cost() {
      return in.cost();
    }

    @Override
    public void setTopLevelScoringClause() throws IOException {
      in.setTopLevelScoringClause();
    }

    @Override
    public BulkScorer bulkScorer() throws IOException {
      BulkScorer scorer = in.bulkScorer();
      return new BulkScorer() {
        @Override
        public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
            throws IOException {
          return scorer.score(collector, firsts, min, max);
        }

        @Override
        public long cost() {
          return scorer.cost();
        }
      };
    }
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return in.toString(field);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
