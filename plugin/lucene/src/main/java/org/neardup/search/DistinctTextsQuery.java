// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Gives collectors only the first of the matches in a group that have the same text, as if the
 * others were deleted. For one search; the searcher may use several threads.
 */
final class DistinctTextsQuery extends Query {
  /** Fewer matches of a segment are scored sooner than they are found again. */
  private static final int FEW = 512;

  private final Query in;
  private final SameTexts texts;

  /** Of a rewritten query that finds all documents of a text or none. */
  DistinctTextsQuery(Query in, SameTexts texts) {
    this.in = in;
    this.texts = texts;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    boolean scoresAll = scoreMode == ScoreMode.COMPLETE;
    Weight weight = searcher.createWeight(in, scoreMode, boost);
    return new DistinctWeight(this, weight, scoresAll && isFoundFasterThanScored(in));
  }

  /**
   * Whether it pays to go through the matches of a rewritten query twice: to note all, and to score
   * the visible ones.
   */
  private static boolean isFoundFasterThanScored(Query query) {
    return switch (query) {
      case TermQuery term -> true;
      case BoostQuery boost -> isFoundFasterThanScored(boost.getQuery());
      case BooleanQuery bool ->
          bool.clauses().stream()
              .allMatch(
                  clause ->
                      clause.occur() == Occur.SHOULD && isFoundFasterThanScored(clause.query()));
      default -> false;
    };
  }

  /**
   * How many documents of a segment match, those that are not given included, if that is known
   * without looking; else -1.
   *
   * @param weight of any query, one of these or another
   */
  static int countAll(Weight weight, LeafReaderContext leaf) throws IOException {
    return weight instanceof DistinctWeight distinct ? distinct.countAll(leaf) : weight.count(leaf);
  }

  private static final class DistinctWeight extends FilterWeight {
    private final SameTexts texts;
    private final boolean inTwoPasses;

    DistinctWeight(DistinctTextsQuery query, Weight in, boolean inTwoPasses) {
      super(query, in);
      texts = query.texts;
      this.inTwoPasses = inTwoPasses;
    }

    int countAll(LeafReaderContext leaf) throws IOException {
      return in.count(leaf);
    }

    @Override
    public int count(LeafReaderContext leaf) {
      return -1;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
      ScorerSupplier supplier = in.scorerSupplier(leaf);
      return supplier == null || texts.firsts(leaf).live() == null
          ? supplier
          : new Supplier(supplier, leaf);
    }

    /** The documents to score, if all matches are noted in a pass of their own; else null. */
    private FixedBitSet scoredApart(ScorerSupplier supplier, LeafReaderContext leaf)
        throws IOException {
      int few = Math.max(FEW, LeafMatches.mostFew(leaf.reader().maxDoc()));
      return inTwoPasses && supplier.cost() > few ? texts.visible(leaf) : null;
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false; // what is cached must not depend on live documents
    }

    private final class Supplier extends ScorerSupplier {
      private final ScorerSupplier supplier;
      private final LeafReaderContext leaf;

      Supplier(ScorerSupplier supplier, LeafReaderContext leaf) {
        this.supplier = supplier;
        this.leaf = leaf;
      }

      @Override
      public Scorer get(long leadCost) throws IOException {
        return supplier.get(leadCost);
      }

      @Override
      public long cost() {
        return supplier.cost();
      }

      @Override
      public void setTopLevelScoringClause() throws IOException {
        supplier.setTopLevelScoringClause();
      }

      @Override
      public BulkScorer bulkScorer() throws IOException {
        FixedBitSet visible = scoredApart(supplier, leaf);
        DocIdSetIterator finder = visible == null ? null : in.scorer(leaf).iterator();
        return new Scoring(supplier.bulkScorer(), finder, texts.firsts(leaf), visible);
      }
    }
  }

  private static final class Scoring extends BulkScorer {
    private final BulkScorer scorer;
    private final DocIdSetIterator finder; // null: one pass
    private final SameTexts.Firsts firsts;
    private final Bits live;
    private final Bits visible; // null: one pass

    Scoring(
        BulkScorer scorer, DocIdSetIterator finder, SameTexts.Firsts firsts, FixedBitSet visible) {
      this.scorer = scorer;
      this.finder = finder;
      this.firsts = firsts;
      live = firsts.live().asReadOnlyBits();
      this.visible = visible == null ? null : visible.asReadOnlyBits();
    }

    @Override
    public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
        throws IOException {
      if (finder == null || !(collector instanceof VisibleLeafCollector noting)) {
        return scorer.score(collector, live, min, max);
      }
      noting.note(finder, firsts.grouped(), min, max);
      return scorer.score(noting.visible(), visible, min, max);
    }

    @Override
    public long cost() {
      return scorer.cost();
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
