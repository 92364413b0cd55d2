// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

/** Notes the matches that come before a hit by score. For one thread. */
final class HiddenCollector extends SimpleCollector {
  private final float least;
  private final int last;
  private final List<LeafMatches> matches = new ArrayList<>();
  private LeafMatches leaf;
  private int docBase;
  private float told; // never less for a segment, though a scorer is set for each run
  private Scorable scorer;

  private HiddenCollector(ScoreDoc before) {
    least = before == null ? 0 : before.score;
    last = before == null ? 0 : before.doc;
  }

  /**
   * Gives the matches by segment or part of one.
   *
   * @param before null for all matches, whose scores are not looked at
   */
  static CollectorManager<HiddenCollector, List<LeafMatches>> manager(ScoreDoc before) {
    return new CollectorManager<>() {
      @Override
      public HiddenCollector newCollector() {
        return new HiddenCollector(before);
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
    docBase = context.docBase;
    told = leastFrom(docBase);
    leaf = new LeafMatches(context);
    matches.add(leaf);
  }

  @Override
  public void setScorer(Scorable scorer) throws IOException {
    this.scorer = scorer;
    if (least > 0) {
      scorer.setMinCompetitiveScore(told);
    }
  }

  /** Of documents with the same score the one with the lowest number comes first. */
  private float leastFrom(int doc) {
    return doc < last ? least : Math.nextUp(least);
  }

  @Override
  public void collect(int doc) throws IOException {
    if (least <= 0 || scorer.score() >= leastFrom(docBase + doc)) {
      leaf.add(doc);
    } else if (docBase + doc > last) {
      told = Math.nextUp(least);
      scorer.setMinCompetitiveScore(told);
    }
  }

  @Override
  public ScoreMode scoreMode() {
    return least > 0 ? ScoreMode.TOP_SCORES : ScoreMode.COMPLETE_NO_SCORES;
  }
}
