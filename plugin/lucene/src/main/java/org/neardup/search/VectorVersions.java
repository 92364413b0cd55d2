// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
import org.apache.lucene.util.IOSupplier;

/**
 * Has vector queries find k versions, not k documents of fewer groups: each looks only at one
 * document of each group. That is, of the documents that have a vector, pass the filter of the
 * query, and match what must match beside it, the representative, or else the first one.
 *
 * <p>Looks for the vector queries of Lucene within its boolean and boosted ones; subclasses of them
 * are left as they are.
 *
 * @param searcher that is to search for the changed query
 */
record VectorVersions(VersionMap versions, IndexSearcher searcher) {

  /** A query with such vector queries; the same one if it has none. */
  Query in(Query query) throws IOException {
    return in(query, List.of());
  }

  private Query in(Query query, List<BooleanClause> beside) throws IOException {
    if (!hasVectors(query)) {
      return query;
    }
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
      case BoostQuery boosted -> new BoostQuery(in(boosted.getQuery(), beside), boosted.getBoost());
      case ConstantScoreQuery constant -> new ConstantScoreQuery(in(constant.getQuery(), beside));
      case DisjunctionMaxQuery any -> {
        List<Query> changed = new ArrayList<>();
        for (Query each : any.getDisjuncts()) {
          changed.add(in(each, beside));
        }
        yield new DisjunctionMaxQuery(changed, any.getTieBreakerMultiplier());
      }
      default -> query;
    };
  }

  private static boolean hasVectors(Query query) {
    boolean[] found = new boolean[1];
    query.visit(
        new QueryVisitor() {
          @Override
          public void visitLeaf(Query leaf) {
            found[0] |= leaf instanceof KnnFloatVectorQuery || leaf instanceof KnnByteVectorQuery;
          }
        });
    return found[0];
  }

  private Query inBoolean(BooleanQuery all, List<BooleanClause> beside) throws IOException {
    List<BooleanClause> others = new ArrayList<>(beside);
    for (BooleanClause clause : all) {
      if (clause.isProhibited() && !hasVectors(clause.query())) {
        others.add(clause);
      } else if (clause.isRequired() && !hasVectors(clause.query())) {
        others.add(new BooleanClause(clause.query(), Occur.FILTER));
      }
    }
    BooleanQuery.Builder changed = new BooleanQuery.Builder();
    changed.setMinimumNumberShouldMatch(all.getMinimumNumberShouldMatch());
    for (BooleanClause clause : all) {
      changed.add(
          clause.isProhibited() ? clause.query() : in(clause.query(), others), clause.occur());
    }
    return changed.build();
  }

  /** Null where all documents with a vector are looked at. */
  private Query filter(String field, Query own, List<BooleanClause> beside) throws IOException {
    if (searcher.getLeafContexts().stream()
        .allMatch(leaf -> leaf.reader().getFieldInfos().fieldInfo(field) == null)) {
      return null;
    }
    BooleanQuery.Builder candidates = new BooleanQuery.Builder();
    candidates.add(new FieldExistsQuery(field), Occur.FILTER);
    boolean isFiltered = own != null && !(own instanceof MatchAllDocsQuery);
    if (isFiltered) {
      candidates.add(own, Occur.FILTER);
    }
    beside.forEach(candidates::add);
    IOSupplier<FixedBitSet> all = () -> matching(candidates.build());
    if (isFiltered || !beside.isEmpty()) {
      return new Documents(oneOfEachGroup(all.get()));
    }
    return versions
        .havingVector(
            field,
            () -> {
              FixedBitSet docs = all.get();
              FixedBitSet chosen = oneOfEachGroup(docs);
              return chosen.cardinality() == docs.cardinality()
                  ? Optional.empty()
                  : Optional.of(new Documents(chosen));
            })
        .orElse(null);
  }

  /** One document of each group of which some are given. */
  private FixedBitSet oneOfEachGroup(FixedBitSet docs) {
    FixedBitSet chosen = docs.clone();
    chosen.andNot(versions.hidden);
    UnrepresentedMatches others = versions.unrepresented(docs);
    Set<Integer> groups = new HashSet<>();
    for (int i = 0; i < others.count(); i++) {
      if (groups.add(others.representative(i))) {
        chosen.set(others.doc(i));
      }
    }
    return chosen;
  }

  private FixedBitSet matching(Query candidates) throws IOException {
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

  /** Some documents of a reader. */
  private static final class Documents extends Query {
    private final FixedBitSet docs;

    Documents(FixedBitSet docs) {
      this.docs = docs;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
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

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
      return "one version of each group";
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
