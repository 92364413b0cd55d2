// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** The k documents of a filter whose number is nearest to a given one, which it finds at once. */
final class NeighboursQuery extends Query {
  private final String field;
  private final long vector;
  private final int k;
  private final Query filter;

  NeighboursQuery(String field, long vector, int k, Query filter) {
    this.field = field;
    this.vector = vector;
    this.k = k;
    this.filter = filter;
  }

  private record Neighbour(long distance, int doc) {}

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
      throws IOException {
    PriorityQueue<Neighbour> nearest =
        new PriorityQueue<>(
            Comparator.comparingLong(Neighbour::distance)
                .thenComparingInt(Neighbour::doc)
                .reversed());
    Weight filtered =
        searcher.createWeight(searcher.rewrite(filter), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      SortedNumericDocValues numbers = DocValues.getSortedNumeric(leaf.reader(), field);
      Scorer scorer = filtered.scorer(leaf);
      DocIdSetIterator docs = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
      while (docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        boolean isLive =
            leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(docs.docID());
        if (isLive && numbers.advanceExact(docs.docID())) {
          long distance = Math.abs(numbers.nextValue() - vector);
          nearest.add(new Neighbour(distance, leaf.docBase + docs.docID()));
          if (nearest.size() > k) {
            nearest.remove();
          }
        }
      }
    }
    return new NearestWeight(this, nearest.stream().toList());
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String inField) {
    return "nearest " + k + " to " + vector + " in " + field;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NeighboursQuery that
        && field.equals(that.field)
        && vector == that.vector
        && k == that.k
        && filter.equals(that.filter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, vector, k, filter);
  }

  private static final class NearestWeight extends Weight {
    private final Map<Integer, Long> distances;

    NearestWeight(Query query, List<Neighbour> found) {
      super(query);
      distances = found.stream().collect(Collectors.toMap(Neighbour::doc, Neighbour::distance));
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
      FixedBitSet docs = new FixedBitSet(leaf.reader().maxDoc());
      for (int doc : distances.keySet()) {
        if (doc >= leaf.docBase && doc < leaf.docBase + docs.length()) {
          docs.set(doc - leaf.docBase);
        }
      }
      BitSetIterator iterator = new BitSetIterator(docs, docs.cardinality());
      return new DefaultScorerSupplier(
          new Scorer() {
            @Override
            public int docID() {
              return iterator.docID();
            }

            @Override
            public DocIdSetIterator iterator() {
              return iterator;
            }

            @Override
            public float getMaxScore(int upTo) {
              return 1;
            }

            @Override
            public float score() {
              return 1f / (1 + distances.get(leaf.docBase + docID()));
            }
          });
    }

    @Override
    public Explanation explain(LeafReaderContext leaf, int doc) {
      return Explanation.match(1, "near");
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false;
    }
  }
}
