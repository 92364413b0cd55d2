// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnByteVectorQuery;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;

/**
 * Has vector queries find k versions, not k documents of fewer groups: each looks only at one
 * document of each group. That is, of the documents that have a vector, pass the filter of the
 * query, and match what must match beside it, the representative, or else the first one.
 *
 * <p>Looks for the vector queries of Lucene within its boolean and boosted ones; subclasses of them
 * are left as they are.
 */
record VectorVersions(VersionMap versions) {

  /** A query with such vector queries; the same one if it has none. */
  Query in(Query query) {
    return in(query, List.of());
  }

  private Query in(Query query, List<BooleanClause> beside) {
    return switch (query) {
      case KnnFloatVectorQuery knn when knn.getClass() == KnnFloatVectorQuery.class ->
          new KnnFloatVectorQuery(
              knn.getField(),
              knn.getTargetCopy(),
              knn.getK(),
              filter(knn.getField(), knn.getFilter(), beside),
              knn.getSearchStrategy());
      case KnnByteVectorQuery knn when knn.getClass() == KnnByteVectorQuery.class ->
          new KnnByteVectorQuery(
              knn.getField(),
              knn.getTargetCopy(),
              knn.getK(),
              filter(knn.getField(), knn.getFilter(), beside),
              knn.getSearchStrategy());
      case BooleanQuery all -> inBoolean(all, beside);
      case BoostQuery boosted -> {
        Query changed = in(boosted.getQuery(), beside);
        yield isSame(changed, boosted.getQuery())
            ? query
            : new BoostQuery(changed, boosted.getBoost());
      }
      case ConstantScoreQuery constant -> {
        Query changed = in(constant.getQuery(), beside);
        yield isSame(changed, constant.getQuery()) ? query : new ConstantScoreQuery(changed);
      }
      case DisjunctionMaxQuery any -> {
        List<Query> changed = any.getDisjuncts().stream().map(each -> in(each, beside)).toList();
        boolean isNew = changed.stream().anyMatch(each -> !any.getDisjuncts().contains(each));
        yield isNew ? new DisjunctionMaxQuery(changed, any.getTieBreakerMultiplier()) : query;
      }
      default -> query;
    };
  }

  @SuppressWarnings("ReferenceEquality") // what has no vector query is given back
  private static boolean isSame(Query a, Query b) {
    return a == b;
  }

  private Query inBoolean(BooleanQuery all, List<BooleanClause> beside) {
    List<BooleanClause> others = new ArrayList<>(beside);
    for (BooleanClause clause : all) {
      boolean isPlain = isSame(in(clause.query(), List.of()), clause.query());
      if (isPlain && clause.isProhibited()) {
        others.add(clause);
      } else if (isPlain && clause.isRequired()) {
        others.add(new BooleanClause(clause.query(), Occur.FILTER));
      }
    }
    BooleanQuery.Builder changed = new BooleanQuery.Builder();
    changed.setMinimumNumberShouldMatch(all.getMinimumNumberShouldMatch());
    boolean isNew = false;
    for (BooleanClause clause : all) {
      Query query = clause.isProhibited() ? clause.query() : in(clause.query(), others);
      isNew |= !isSame(query, clause.query());
      changed.add(query, clause.occur());
    }
    return isNew ? changed.build() : all;
  }

  private Query filter(String field, Query own, List<BooleanClause> beside) {
    BooleanQuery.Builder candidates = new BooleanQuery.Builder();
    candidates.add(new FieldExistsQuery(field), Occur.FILTER);
    if (own != null && !(own instanceof MatchAllDocsQuery)) {
      candidates.add(own, Occur.FILTER);
    }
    beside.forEach(candidates::add);
    return new OneOfEachGroup(candidates.build(), versions);
  }

  /** One document of each group of which some match a query. */
  private static final class OneOfEachGroup extends Query {
    private final Query candidates;
    private final VersionMap versions;

    OneOfEachGroup(Query candidates, VersionMap versions) {
      this.candidates = candidates;
      this.versions = versions;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
        throws IOException {
      FixedBitSet docs = oneOfEachGroup(matching(searcher));
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
          FixedBitSet inLeaf = new FixedBitSet(leaf.reader().maxDoc());
          FixedBitSet.orRange(docs, leaf.docBase, inLeaf, 0, leaf.reader().maxDoc());
          DocIdSetIterator each = new BitSetIterator(inLeaf, inLeaf.cardinality());
          return new DefaultScorerSupplier(new ConstantScoreScorer(score(), scoreMode, each));
        }

        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
          return false; // it depends on other segments
        }
      };
    }

    private FixedBitSet matching(IndexSearcher searcher) throws IOException {
      Weight weight =
          searcher.createWeight(searcher.rewrite(candidates), ScoreMode.COMPLETE_NO_SCORES, 1);
      FixedBitSet docs = new FixedBitSet(versions.hidden.length());
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        Scorer scorer = weight.scorer(leaf);
        DocIdSetIterator each = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
        Bits live = leaf.reader().getLiveDocs();
        for (int doc = each.nextDoc(); doc != NO_MORE_DOCS; doc = each.nextDoc()) {
          if (live == null || live.get(doc)) {
            docs.set(leaf.docBase + doc);
          }
        }
      }
      return docs;
    }

    private FixedBitSet oneOfEachGroup(FixedBitSet docs) {
      UnrepresentedMatches others = versions.unrepresented(docs);
      docs.andNot(versions.hidden);
      Set<Integer> groups = new HashSet<>();
      for (int i = 0; i < others.count(); i++) {
        if (groups.add(others.representative(i))) {
          docs.set(others.doc(i));
        }
      }
      return docs;
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
      return "one version of " + candidates.toString(field);
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
}
