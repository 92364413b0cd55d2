// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

/** Notes all matches by segment or part of one, without scores. For one thread. */
class HiddenCollector extends SimpleCollector {
  /** Gives the matches by segment or part of one. */
  static final CollectorManager<HiddenCollector, List<LeafMatches>> MANAGER =
      new CollectorManager<>() {
        @Override
        public HiddenCollector newCollector() {
          return new HiddenCollector();
        }

        @Override
        public List<LeafMatches> reduce(Collection<HiddenCollector> collectors) {
          List<LeafMatches> all = new ArrayList<>();
          collectors.forEach(each -> all.addAll(each.matches));
          return all;
        }
      };

  final List<LeafMatches> matches = new ArrayList<>();
  private LeafMatches leaf;

  @Override
  protected void doSetNextReader(LeafReaderContext context) {
    leaf = new LeafMatches(context);
    matches.add(leaf);
  }

  @Override
  public void collect(int doc) {
    leaf.add(doc);
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE_NO_SCORES;
  }
}
