// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.FixedBitSet;

/**
 * Passes the visible matches of a segment on, and notes those that are in a group with others. Once
 * documents are skipped, hidden ones are noted only if they may be hits.
 */
final class VisibleLeafCollector implements LeafCollector {
  private final LeafCollector in;
  private final VersionMap versions;
  private final FixedBitSet hidden;
  private final FixedBitSet grouped;
  private final TextRepresentatives texts; // null: all documents of each are collected
  private final int docBase;
  private final LeafMatches matches;
  private final CountingScorable gate;
  private final boolean counts;
  private final HiddenContenders contenders; // null: all are noted

  VisibleLeafCollector(
      LeafCollector in,
      VersionMap versions,
      TextRepresentatives texts,
      LeafReaderContext leaf,
      LeafMatches matches,
      CountingScorable gate,
      boolean counts,
      HiddenContenders contenders) {
    this.in = in;
    this.versions = versions;
    hidden = versions.hidden;
    grouped = versions.grouped;
    this.texts = texts;
    docBase = leaf.docBase;
    this.matches = matches;
    this.gate = gate;
    this.contenders = contenders;
    gate.startSegment();
    this.counts = counts;
  }

  @Override
  public void setScorer(Scorable scorer) throws IOException {
    gate.setScorer(scorer);
    in.setScorer(gate);
  }

  @Override
  public void collect(int doc) throws IOException {
    int inIndex = docBase + doc;
    boolean isGrouped = grouped.get(inIndex);
    if (counts) {
      gate.count(isGrouped && texts != null ? 1 + texts.others(versions.rank(inIndex)) : 1);
    }
    if (isGrouped && hidden.get(inIndex)) {
      collectHidden(doc);
      return;
    }
    if (isGrouped) {
      matches.add(doc);
    }
    in.collect(doc);
  }

  private void collectHidden(int doc) throws IOException {
    if (contenders != null) {
      float score = gate.score();
      if (gate.isPassed(score)) {
        contenders.add(docBase + doc, score);
      } else if (gate.skips()) {
        return;
      }
    }
    matches.add(doc);
  }

  @Override
  public DocIdSetIterator competitiveIterator() throws IOException {
    return in.competitiveIterator();
  }

  @Override
  public void finish() throws IOException {
    in.finish();
  }
}
