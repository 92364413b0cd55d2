// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
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
 * Gives collectors the visible matches of a query only, and notes which documents match, hidden
 * ones included, without scoring them: for queries that find documents much faster than they score
 * them. For one search, by an exhaustive collector; the searcher may use several threads.
 */
final class SplitQuery extends Query {
  /** Fewer matches of a segment are found sooner than they are found again. */
  private static final int FEW = 512;

  private final Query in;
  private final VersionMap versions;
  private final Queue<LeafMatches> matches = new ConcurrentLinkedQueue<>();
  private volatile Weight weight;

  SplitQuery(Query in, VersionMap versions) {
    this.in = in;
    this.versions = versions;
  }

  /** Whether it pays to go through the matches of a rewritten query twice, scoring few of them. */
  static boolean suits(Query query) {
    return switch (query) {
      case TermQuery term -> true;
      case MatchAllDocsQuery all -> true;
      case BoostQuery boost -> suits(boost.getQuery());
      case ConstantScoreQuery constant -> suits(constant.getQuery());
      case BooleanQuery bool ->
          bool.getClauses(Occur.SHOULD).size() == bool.clauses().size()
              && bool.getClauses(Occur.SHOULD).stream().allMatch(SplitQuery::suits);
      default -> false;
    };
  }

  /** Whether scorers ask whether a document is live once for each match, and for nothing else. */
  private static boolean asksOnce(Query query) {
    return switch (query) {
      case TermQuery term -> true;
      case BoostQuery boost -> asksOnce(boost.getQuery());
      case ConstantScoreQuery constant -> asksOnce(constant.getQuery());
      default -> false;
    };
  }

  /** What was noted. */
  List<LeafMatches> matches() {
    return List.copyOf(matches);
  }

  /** The weight of the query itself. */
  Weight weight() {
    return weight;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    weight = searcher.createWeight(in, scoreMode, boost);
    return new FilterWeight(this, weight) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        ScorerSupplier supplier = in.scorerSupplier(context);
        return supplier == null ? null : new SplitSupplier(supplier, context);
      }

      @Override
      public int count(LeafReaderContext context) {
        return -1;
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false; // what is noted would not be
      }
    };
  }

  private final class SplitSupplier extends ScorerSupplier {
    private final ScorerSupplier supplier;
    private final LeafReaderContext leaf;

    SplitSupplier(ScorerSupplier supplier, LeafReaderContext leaf) {
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
      LeafMatches noted = new LeafMatches(leaf);
      matches.add(noted);
      BulkScorer scorer = supplier.bulkScorer();
      return supplier.cost() < FEW && asksOnce(SplitQuery.this.in)
          ? new NotingScorer(scorer, leaf, noted)
          : new SplitScorer(scorer, leaf, noted);
    }
  }

  /** Scores what is visible; notes what the scorer asks about, in place of the live documents. */
  private final class NotingScorer extends BulkScorer {
    private final BulkScorer scorer;
    private final LeafReaderContext leaf;
    private final LeafMatches noted;

    NotingScorer(BulkScorer scorer, LeafReaderContext leaf, LeafMatches noted) {
      this.scorer = scorer;
      this.leaf = leaf;
      this.noted = noted;
    }

    @Override
    public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
        throws IOException {
      return scorer.score(collector, noting(acceptDocs), min, max);
    }

    private Bits noting(Bits live) {
      return new Bits() {
        @Override
        public boolean get(int doc) {
          if (live != null && !live.get(doc)) {
            return false;
          }
          if (!versions.grouped.get(leaf.docBase + doc)) {
            return true;
          }
          noted.add(doc);
          return !versions.hidden.get(leaf.docBase + doc);
        }

        @Override
        public int length() {
          return leaf.reader().maxDoc();
        }
      };
    }

    @Override
    public long cost() {
      return scorer.cost();
    }
  }

  /** Scores what is visible; goes through all matches beside it, window by window. */
  private final class SplitScorer extends BulkScorer {
    private final BulkScorer scorer;
    private final DocIdSetIterator docs;
    private final Bits visible; // null: what is live
    private final LeafMatches noted;

    SplitScorer(BulkScorer scorer, LeafReaderContext leaf, LeafMatches noted) throws IOException {
      this.scorer = scorer;
      this.noted = noted;
      Scorer again = weight.scorer(leaf);
      docs = again == null ? DocIdSetIterator.empty() : again.iterator();
      FixedBitSet ofLeaf = LeafVisibility.of(leaf.reader()).visible();
      visible = ofLeaf == null ? null : ofLeaf.asReadOnlyBits();
    }

    @Override
    public int score(LeafCollector collector, Bits acceptDocs, int min, int max)
        throws IOException {
      int next = scorer.score(collector, visible == null ? acceptDocs : visible, min, max);
      if (docs.docID() < min) {
        docs.advance(min);
      }
      noted.addAll(docs, max);
      return next;
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
