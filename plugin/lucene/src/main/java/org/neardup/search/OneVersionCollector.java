// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.FilterScorable;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.FixedBitSet;

/**
 * Collects visible matches as Lucene does, and notes which documents of groups match; {@link
 * Pass#manager} makes it. For one thread.
 */
final class OneVersionCollector implements Collector {
  private final Request request;
  private final TopDocsCollector<?> visible;
  private final IntUnaryOperator sameText;
  private final long toCount;
  private final List<LeafMatches> matches = new ArrayList<>();
  private long counted;
  private boolean skips;
  private Weight weight;
  private List<LeafReaderContext> leaves; // null before the first

  /**
   * Collects a page.
   *
   * @param sameText how many documents with the text of a document in a group match with it
   * @param toCount documents, before any with too low a score are skipped; -1 for none
   */
  OneVersionCollector(
      Request request, TopDocsCollector<?> visible, IntUnaryOperator sameText, long toCount) {
    this.request = request;
    this.visible = visible;
    this.sameText = sameText;
    this.toCount = toCount;
  }

  /** Whether documents were skipped that have too low a score. */
  boolean skips() {
    return skips;
  }

  /** The collector of the visible matches. */
  TopDocsCollector<?> visible() {
    return visible;
  }

  /** The documents that match and are in a group with others. */
  List<LeafMatches> matches() {
    return matches;
  }

  /** How the query was searched; null if no segment was. */
  QueryExecution searched() {
    return leaves == null ? null : new QueryExecution(weight, leaves);
  }

  @Override
  public void setWeight(Weight weight) {
    this.weight = weight;
    visible.setWeight(weight);
  }

  @Override
  public ScoreMode scoreMode() {
    return visible.scoreMode();
  }

  @Override
  public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
    leaves = ReaderUtil.getTopLevelContext(context).leaves();
    LeafMatches ofLeaf = new LeafMatches(context);
    matches.add(ofLeaf);
    FixedBitSet grouped = request.versions().grouped;
    FixedBitSet hidden = request.versions().hidden;
    int docBase = context.docBase;
    return new FilterLeafCollector(visible.getLeafCollector(context)) {
      private Scorable scorer;
      private float least; // score of a hit, once visible matches are skipped

      @Override
      public void setScorer(Scorable newScorer) throws IOException {
        scorer = newScorer;
        in.setScorer(scoreMode().isExhaustive() ? newScorer : skipping(newScorer));
      }

      private Scorable skipping(Scorable newScorer) {
        return new FilterScorable(newScorer) {
          @Override
          public void setMinCompetitiveScore(float minScore) throws IOException {
            least = minScore;
            skipIfCounted();
          }
        };
      }

      private void skipIfCounted() throws IOException {
        if (counted > toCount && least > 0) {
          skips = true;
          scorer.setMinCompetitiveScore(least);
        }
      }

      private void count(int documents) throws IOException {
        counted += documents;
        skipIfCounted();
      }

      @Override
      public void collect(int doc) throws IOException {
        boolean isGrouped = grouped.get(docBase + doc);
        if (counted <= toCount) {
          count(isGrouped ? sameText.applyAsInt(docBase + doc) : 1);
        }
        if (isGrouped) {
          boolean isHidden = hidden.get(docBase + doc);
          if (!isHidden || !skips || scorer.score() >= least) {
            ofLeaf.add(doc);
          }
          if (isHidden) {
            return;
          }
        }
        in.collect(doc);
      }
    };
  }
}
