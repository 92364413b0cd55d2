// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
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
  private FixedBitSet chosen; // by document of the reader; null until the first segment is searched

  VersionsWeight(
      Query query, float boost, DerivedGroups groups, IndexSearcher searcher, Weight candidates) {
    super(query, boost);
    this.groups = groups;
    this.searcher = searcher;
    this.candidates = candidates;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
    FixedBitSet all = chosen();
    int maxDoc = leaf.reader().maxDoc();
    FixedBitSet inLeaf = new FixedBitSet(maxDoc);
    FixedBitSet.orRange(all, leaf.docBase, inLeaf, 0, maxDoc);
    int count = inLeaf.cardinality();
    return count == 0
        ? null
        : new DefaultScorerSupplier(
            new ConstantScoreScorer(
                score(), ScoreMode.COMPLETE_NO_SCORES, new BitSetIterator(inLeaf, count)));
  }

  /** Several segments may be searched at a time. */
  private synchronized FixedBitSet chosen() throws IOException {
    if (chosen == null) {
      FixedBitSet found = new FixedBitSet(searcher.getIndexReader().maxDoc());
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        find(leaf, found);
      }
      chosen = choose(found);
    }
    return chosen;
  }

  private void find(LeafReaderContext leaf, FixedBitSet found) throws IOException {
    BulkScorer scorer = candidates.bulkScorer(leaf);
    if (scorer != null) {
      LeafCollector collector =
          new LeafCollector() {
            @Override
            public void setScorer(Scorable scorable) {}

            @Override
            public void collect(int doc) {
              found.set(leaf.docBase + doc);
            }
          };
      scorer.score(collector, leaf.reader().getLiveDocs(), 0, NO_MORE_DOCS);
    }
  }

  /** Of each group the representative if it was found, else what is preferred of it. */
  private FixedBitSet choose(FixedBitSet found) {
    FixedBitSet versions = new FixedBitSet(found.length());
    Map<Integer, Integer> bestByRepresentative = new HashMap<>();
    for (int doc = next(found, 0); doc != NO_MORE_DOCS; doc = next(found, doc + 1)) {
      int representative = groups.representative(doc);
      if (representative == doc) {
        versions.set(doc);
      } else if (!found.get(representative)) {
        bestByRepresentative.merge(
            representative, doc, (best, other) -> groups.compare(best, other) <= 0 ? best : other);
      }
    }
    bestByRepresentative.values().forEach(versions::set);
    return versions;
  }

  private static int next(FixedBitSet docs, int from) {
    return from >= docs.length() ? NO_MORE_DOCS : docs.nextSetBit(from);
  }

  /** Never: what is chosen depends on other segments. */
  @Override
  public boolean isCacheable(LeafReaderContext leaf) {
    return false;
  }
}
