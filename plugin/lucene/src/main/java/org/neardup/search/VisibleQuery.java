// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.neardup.record.HiddenGroups;

/** The documents that are not hidden. */
final class VisibleQuery extends Query {
  static final VisibleQuery INSTANCE = new VisibleQuery();

  private VisibleQuery() {}

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        LeafVisibility visibility = LeafVisibility.of(context.reader());
        int maxDoc = context.reader().maxDoc();
        DocIdSetIterator visible =
            visibility.unmarked() == null
                ? DocIdSetIterator.all(maxDoc)
                : new BitSetIterator(visibility.unmarked(), visibility.count());
        return ConstantScoreScorerSupplier.fromIterator(visible, score(), scoreMode, maxDoc);
      }

      @Override
      public int count(LeafReaderContext context) throws IOException {
        return context.reader().hasDeletions() ? -1 : LeafVisibility.of(context.reader()).count();
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return HiddenGroups.isCacheable(context);
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "visible";
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other);
  }

  @Override
  public int hashCode() {
    return classHash();
  }
}
