// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.BulkScorer;
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

/**
 * Gives collectors of the matches with one text in one group the first only, as if the others were
 * deleted. For one search; the searcher may use several threads.
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
      if (supplier == null || texts.firsts(leaf).live() == null) {
        return supplier;
      }
      int few = Math.max(FEW, LeafMatches.mostFew(leaf.reader().maxDoc()));
      boolean splits = inTwoPasses && supplier.cost() > few && texts.visible(leaf) != null;
      return new Supplier(supplier, splits ? in.scorer(leaf) : null, texts, leaf);
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false; // what is cached must not depend on live documents
    }
  }

  private static final class Supplier extends ScorerSupplier {
    private final ScorerSupplier in;
    private final Scorer finder; // null: one pass
    private final SameTexts texts;
    private final LeafReaderContext leaf;

    Supplier(ScorerSupplier in, Scorer finder, SameTexts texts, LeafReaderContext leaf) {
      this.in = in;
      this.finder = finder;
      this.texts = texts;
      this.leaf = leaf;
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
      Bits firsts = texts.firsts(leaf).live().asReadOnlyBits();
      Bits visible = finder == null ? null : texts.visible(leaf).asReadOnlyBits();
      return new BulkScorer() {
        @Override
        public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
            throws IOException {
          if (visible == null || !(collector instanceof VisibleLeafCollector noting)) {
            return scorer.score(collector, firsts, min, max);
          }
          noting.note(finder.iterator(), texts.firsts(leaf).grouped(), min, max);
          return scorer.score(noting.visible(), visible, min, max);
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
