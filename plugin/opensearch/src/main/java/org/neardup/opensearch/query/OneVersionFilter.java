// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.mapper.CallerReader;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.core.index.shard.ShardId;

/**
 * Matches one document of each group of a shard: of those that the reader shows and that match a
 * query, the representative, or else the preferred one. While groups are being derived, it matches
 * whatever the query does.
 */
final class OneVersionFilter extends Query {
  private final GroupsService groups;
  private final ShardId shard;
  private final NeardupFieldType type;
  private final Query of;
  private final RequestFilters request;

  OneVersionFilter(
      GroupsService groups,
      ShardId shard,
      NeardupFieldType type,
      Query of,
      RequestFilters request) {
    this.groups = groups;
    this.shard = shard;
    this.type = type;
    this.of = of;
    this.request = request;
  }

  RequestFilters request() {
    return request;
  }

  /** If nothing is hidden, to what matches anyway: many requests have a fast way for all. */
  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  public Query rewrite(IndexSearcher searcher) throws IOException {
    IndexReader reader = searcher.getIndexReader();
    Optional<DerivedGroups> derived =
        CallerReader.isOfShard(reader) ? groups.groups(shard, type, reader) : Optional.empty();
    if (derived.isPresent() && derived.get().hidden() == 0) {
      return new ConstantScoreQuery(of);
    }
    Query rewritten = of.rewrite(searcher);
    if (rewritten instanceof MatchNoDocsQuery) {
      return rewritten;
    }
    return rewritten == of
        ? super.rewrite(searcher)
        : new OneVersionFilter(groups, shard, type, rewritten, request);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    IndexReader reader = searcher.getIndexReader();
    Optional<DerivedGroups> derived = groups.groups(shard, type, reader);
    if (derived.isEmpty()) {
      Query all = searcher.rewrite(new ConstantScoreQuery(of));
      return searcher.createWeight(all, scoreMode, boost);
    }
    Query candidates = searcher.rewrite(candidates());
    boolean areAll = candidates instanceof MatchAllDocsQuery && CallerReader.showsAll(reader);
    if (areAll) {
      return new VersionsWeight(this, boost, derived.get(), searcher, null);
    }
    IndexSearcher finding = isOfTerms(candidates) ? withoutCancellation(searcher) : searcher;
    Weight all = finding.createWeight(candidates, ScoreMode.COMPLETE_NO_SCORES, 1);
    return new VersionsWeight(this, boost, derived.get(), finding, all);
  }

  /** Whether a query may be searched in another reader of the same segments; some may not. */
  private static boolean isOfTerms(Query query) {
    return switch (query) {
      case TermQuery term -> true;
      case PhraseQuery phrase -> true;
      case SynonymQuery synonym -> true;
      case BoostQuery boosted -> isOfTerms(boosted.getQuery());
      case ConstantScoreQuery constant -> isOfTerms(constant.getQuery());
      case DisjunctionMaxQuery most ->
          most.getDisjuncts().stream().allMatch(each -> isOfTerms(each));
      case BooleanQuery all -> all.clauses().stream().allMatch(each -> isOfTerms(each.query()));
      default -> false;
    };
  }

  private static IndexSearcher withoutCancellation(IndexSearcher searcher) {
    IndexSearcher same =
        new IndexSearcher(CallerReader.withoutCancellation(searcher.getIndexReader()));
    same.setQueryCache(searcher.getQueryCache());
    same.setQueryCachingPolicy(searcher.getQueryCachingPolicy());
    return same;
  }

  private Query candidates() {
    List<Query> filters = request.find();
    if (filters.isEmpty()) {
      return of;
    }
    BooleanQuery.Builder all = new BooleanQuery.Builder().add(of, Occur.FILTER);
    filters.forEach(filter -> all.add(filter, Occur.FILTER));
    return all.build();
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "one_version(" + type.name() + ", " + of.toString(field) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && other instanceof OneVersionFilter that
        && shard.equals(that.shard)
        && type.name().equals(that.type.name())
        && of.equals(that.of)
        && request == that.request;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * classHash() + type.name().hashCode()) + of.hashCode();
  }

  /**
   * One version of each group among candidates, which are all found before the first segment is
   * searched: whether a document is the one depends on those in other segments.
   */
  private static final class VersionsWeight extends ConstantScoreWeight {
    private final DerivedGroups groups;
    private final IndexSearcher searcher;
    private final Weight candidates; // null for all documents
    private Chosen[] chosen; // by segment; null until the first segment is searched

    /** What is chosen among so many candidates of a segment. */
    private record Chosen(FixedBitSet docs, int candidates) {}

    VersionsWeight(
        Query query, float boost, DerivedGroups groups, IndexSearcher searcher, Weight candidates) {
      super(query, boost);
      this.groups = groups;
      this.searcher = searcher;
      this.candidates = candidates;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
      Chosen inLeaf = chosen()[leaf.ord];
      int count = inLeaf == null ? 0 : inLeaf.docs().cardinality();
      if (count == 0) {
        return null;
      }
      // Lucene scores all matches of several words before it asks a filter that costs less than
      // each of them, which is slow if few of the matches are chosen. So say what finding them has
      // cost; a little less, as a single word that costs the same would lead.
      long cost = Math.max(count, inLeaf.candidates() - 1);
      return new DefaultScorerSupplier(
          new ConstantScoreScorer(
              score(), ScoreMode.COMPLETE_NO_SCORES, new BitSetIterator(inLeaf.docs(), cost)));
    }

    /** Several segments may be searched at a time. */
    private synchronized Chosen[] chosen() throws IOException {
      if (chosen == null) {
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        FixedBitSet[] docs = new FixedBitSet[leaves.size()];
        Chosen[] found = new Chosen[docs.length];
        for (int i = 0; i < docs.length; i++) {
          docs[i] = candidates == null ? groups.visible(i) : find(leaves.get(i));
          found[i] = docs[i] == null ? null : new Chosen(docs[i], docs[i].cardinality());
        }
        if (candidates != null) {
          groups.keepOneVersion(docs);
        }
        chosen = found;
      }
      return chosen;
    }

    /** The candidates of a segment; null if there are none. */
    private FixedBitSet find(LeafReaderContext leaf) throws IOException {
      Scorer scorer = candidates.scorer(leaf);
      if (scorer == null) {
        return null;
      }
      int maxDoc = leaf.reader().maxDoc();
      FixedBitSet found = new FixedBitSet(maxDoc);
      DocIdSetIterator docs = scorer.iterator();
      docs.nextDoc();
      docs.intoBitSet(maxDoc, found, 0);
      if (leaf.reader().getLiveDocs() != null) {
        leaf.reader().getLiveDocs().applyMask(found, 0);
      }
      return found;
    }

    /** Never: what is chosen depends on other segments. */
    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false;
    }
  }
}
