// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.record.LiveMask;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.host.CallerReader;
import org.neardup.opensearch.host.RunningSearch;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.query.CandidateSearcher.Candidates;
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
  private final Object identity; // kept when it is rewritten

  OneVersionFilter(GroupsService groups, ShardId shard, NeardupFieldType type, Query of) {
    this(groups, shard, type, of, new Object());
  }

  private OneVersionFilter(
      GroupsService groups, ShardId shard, NeardupFieldType type, Query of, Object identity) {
    this.groups = groups;
    this.shard = shard;
    this.type = type;
    this.of = of;
    this.identity = identity;
  }

  /** Sees the filters in a query, whatever they are in. */
  abstract static class Visitor extends QueryVisitor {
    abstract void visit(OneVersionFilter filter);

    @Override
    public final QueryVisitor getSubVisitor(Occur occur, Query parent) {
      return this; // into what must not match as well
    }
  }

  /** What it chooses among, if nothing else is asked for. */
  Query of() {
    return of;
  }

  /** Whether another one is this one, rewritten maybe. */
  boolean isSame(OneVersionFilter other) {
    return identity.equals(other.identity);
  }

  /** If nothing is hidden, to what matches anyway: many requests have a fast way for all. */
  @Override
  @SuppressWarnings("ReferenceEquality") // what a rewrite promises
  public Query rewrite(IndexSearcher searcher) throws IOException {
    if (searcher instanceof CandidateSearcher finding) {
      finding.meet(this);
      return new ConstantScoreQuery(of);
    }
    IndexReader reader = searcher.getIndexReader();
    Optional<DerivedGroups> derived =
        CallerReader.isOfShard(reader) ? groups.groups(shard, type, reader) : Optional.empty();
    if (derived.isPresent() && derived.get().hidden() == 0 && isOfFewClauses()) {
      return new ConstantScoreQuery(of);
    }
    Query rewritten = of.rewrite(searcher);
    if (rewritten instanceof MatchNoDocsQuery) {
      return rewritten;
    }
    return rewritten == of
        ? super.rewrite(searcher)
        : new OneVersionFilter(groups, shard, type, rewritten, identity);
  }

  /** Whether a request may have twice as many. */
  private boolean isOfFewClauses() {
    int[] count = {0};
    of.visit(
        new QueryVisitor() {
          @Override
          public void visitLeaf(Query leaf) {
            count[0]++;
          }

          @Override
          public void consumeTerms(Query query, Term... terms) {
            count[0]++;
          }
        });
    return count[0] < IndexSearcher.getMaxClauseCount() / 2;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    if (searcher instanceof CandidateSearcher finding) {
      finding.meet(this);
    }
    Optional<DerivedGroups> derived =
        searcher instanceof CandidateSearcher
            ? Optional.empty()
            : groups.groups(shard, type, searcher.getIndexReader());
    if (derived.isEmpty()) {
      Query all = searcher.rewrite(new ConstantScoreQuery(of));
      return searcher.createWeight(all, scoreMode, boost);
    }
    Candidates candidates = CandidateSearcher.candidates(this, searcher);
    return new VersionsWeight(this, boost, derived.get(), searcher, candidates);
  }

  /** No part of what was asked for: the clauses of a request are counted without it. */
  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor instanceof Visitor own) {
      own.visit(this);
    }
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
        && of.equals(that.of);
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
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final DerivedGroups groups;
    private final IndexSearcher searcher;
    private final Candidates candidates; // null for all documents
    private Chosen[] chosen; // by segment; null until the first segment is searched

    /** What is chosen among so many candidates of a segment. */
    private record Chosen(FixedBitSet docs, int candidates) {}

    VersionsWeight(
        Query query,
        float boost,
        DerivedGroups groups,
        IndexSearcher searcher,
        Candidates candidates) {
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
        FixedBitSet[] docs = new FixedBitSet[searcher.getIndexReader().leaves().size()];
        Chosen[] found = new Chosen[docs.length];
        for (int i = 0; i < docs.length; i++) {
          docs[i] = candidates == null ? groups.visible(i) : find(candidates.segments().get(i));
          found[i] = docs[i] == null ? null : new Chosen(docs[i], docs[i].cardinality());
        }
        if (candidates != null) {
          groups.keepOneVersion(docs);
        }
        chosen = found;
      }
      return chosen;
    }

    /**
     * The candidates of a segment, or those that there was time to find; null if there are none.
     */
    private FixedBitSet find(LeafReaderContext leaf) throws IOException {
      RunningSearch search = RunningSearch.of(searcher);
      boolean hasTime = search == null || search.hasTime();
      Scorer scorer = hasTime ? candidates.weight().scorer(leaf) : null;
      if (scorer == null) {
        return null;
      }
      int maxDoc = leaf.reader().maxDoc();
      FixedBitSet found = new FixedBitSet(maxDoc);
      TwoPhaseIterator inTwo = scorer.twoPhaseIterator();
      DocIdSetIterator docs = inTwo == null ? scorer.iterator() : inTwo.approximation();
      docs.nextDoc();
      long window = 1; // documents that are found without a look at the time
      while (hasTime && docs.docID() < maxDoc) {
        long start = System.nanoTime();
        int upTo = (int) Math.min(maxDoc, docs.docID() + window);
        if (inTwo == null) {
          docs.intoBitSet(upTo, found, 0);
        } else {
          for (int doc = docs.docID(); doc < upTo; doc = docs.nextDoc()) {
            if (inTwo.matches()) {
              found.set(doc);
            }
          }
        }
        window = System.nanoTime() - start < WINDOW_NANOS ? 2 * window : Math.max(1, window / 2);
        hasTime = search == null || search.hasTime();
      }
      LiveMask.apply(leaf.reader(), found);
      return found;
    }

    /** Never: what is chosen depends on other segments. */
    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false;
    }
  }
}
