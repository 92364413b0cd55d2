// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.FixedBitSet;

/** Passes the visible matches of a segment on, and notes those that are in a group with others. */
final class VisibleLeafCollector implements LeafCollector {
  private final LeafCollector in;
  private final FixedBitSet hidden;
  private final FixedBitSet grouped;
  private final int docBase;
  private final LeafMatches matches;

  VisibleLeafCollector(
      LeafCollector in, VersionMap versions, LeafReaderContext leaf, LeafMatches matches) {
    this.in = in;
    this.hidden = versions.hidden;
    this.grouped = versions.grouped;
    docBase = leaf.docBase;
    this.matches = matches;
  }

  /** What visible matches are passed on to. */
  LeafCollector visible() {
    return in;
  }

  /**
   * Notes the matches of a window, many in all, which will not be collected here.
   *
   * @param docs all matches, from its own document on; left after the window
   * @param among the documents in groups that are to be noted
   */
  void note(DocIdSetIterator docs, FixedBitSet among, int min, int max) throws IOException {
    if (docs.docID() < min) {
      docs.advance(min);
    }
    matches.addMany(docs, among, max);
  }

  @Override
  public void setScorer(Scorable scorer) throws IOException {
    in.setScorer(scorer);
  }

  @Override
  public void collect(int doc) throws IOException {
    if (grouped.get(docBase + doc)) {
      matches.add(doc);
      if (hidden.get(docBase + doc)) {
        return;
      }
    }
    in.collect(doc);
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
