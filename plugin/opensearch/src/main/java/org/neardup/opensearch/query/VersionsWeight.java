// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.search.derived.DerivedGroups;

/**
 * One version of each group among candidates, which are all found before the first segment is
 * searched: whether a document is the one depends on those in other segments.
 */
final class VersionsWeight extends ConstantScoreWeight {
  private final DerivedGroups groups;
  private final IndexSearcher searcher;
  private final Weight candidates;
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
    // Lucene scores all matches of several words before it asks a filter that costs less than each
    // of them, which is slow if few of the matches are chosen. So say what finding them has cost;
    // a little less, as a single word that costs the same would lead.
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
        docs[i] = find(leaves.get(i));
        found[i] = docs[i] == null ? null : new Chosen(docs[i], docs[i].cardinality());
      }
      groups.keepOneVersion(docs);
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
