// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

/** Notes the matches that score enough. For one thread. */
final class HiddenCollector extends SimpleCollector {
  private final float least;
  private final List<LeafMatches> matches = new ArrayList<>();
  private LeafMatches leaf;
  private Scorable scorer;

  private HiddenCollector(float least) {
    this.least = least;
  }

  /**
   * Gives the matches by segment or part of one.
   *
   * @param least score; 0 for all matches, whose scores are not looked at
   */
  static CollectorManager<HiddenCollector, List<LeafMatches>> manager(float least) {
    return new CollectorManager<>() {
      @Override
      public HiddenCollector newCollector() {
        return new HiddenCollector(least);
      }

      @Override
      public List<LeafMatches> reduce(Collection<HiddenCollector> collectors) {
        List<LeafMatches> all = new ArrayList<>();
        collectors.forEach(each -> all.addAll(each.matches));
        return all;
      }
    };
  }

  @Override
  protected void doSetNextReader(LeafReaderContext context) {
    leaf = new LeafMatches(context);
    matches.add(leaf);
  }

  @Override
  public void setScorer(Scorable scorer) throws IOException {
    this.scorer = scorer;
    if (least > 0) {
      scorer.setMinCompetitiveScore(least);
    }
  }

  @Override
  public void collect(int doc) throws IOException {
    if (least <= 0 || scorer.score() >= least) {
      leaf.add(doc);
    }
  }

  @Override
  public ScoreMode scoreMode() {
    return least > 0 ? ScoreMode.TOP_SCORES : ScoreMode.COMPLETE_NO_SCORES;
  }
}
