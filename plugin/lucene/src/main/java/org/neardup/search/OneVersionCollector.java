// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.Weight;

/**
 * Collects visible matches as Lucene does, and notes which documents of groups match; {@link
 * OneVersionCollectorManager} makes it and reads it. For one thread.
 */
public final class OneVersionCollector implements Collector {
  private final VersionMap versions;
  private final IndexReader reader;
  private final TopDocsCollector<?> visible;
  private final DocSet[] matches;
  private Weight weight;

  OneVersionCollector(VersionMap versions, IndexReader reader, TopDocsCollector<?> visible) {
    this.versions = versions;
    this.reader = reader;
    this.visible = visible;
    matches = new DocSet[reader.leaves().size()];
  }

  /** The collector of the visible matches. */
  TopDocsCollector<?> visible() {
    return visible;
  }

  /** The documents of a segment that match and are in a group with others; null if none were. */
  DocSet matches(int ord) {
    return matches[ord];
  }

  /** The weight of the query; null if whoever wraps this collector does not pass it on. */
  Weight weight() {
    return weight;
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
    IndexReader searched = ReaderUtil.getTopLevelContext(context).reader();
    if (!searched.equals(reader)) {
      throw new IllegalArgumentException(
          "the searcher must search the manager's reader, " + reader + ", got " + searched);
    }
    LeafCollector in = visible.getLeafCollector(context);
    LeafVersions leaf = versions.leaf(context.ord);
    if (leaf == null) {
      return in;
    }
    matches[context.ord] = new DocSet(context.reader().maxDoc());
    return new GroupingLeafCollector(in, leaf, matches[context.ord]);
  }

  /**
   * Passes visible documents on. It does not extend FilterLeafCollector, whose {@code
   * competitiveIterator} stays the default one.
   */
  private record GroupingLeafCollector(LeafCollector in, LeafVersions leaf, DocSet matches)
      implements LeafCollector {

    @Override
    public void setScorer(Scorable scorer) throws IOException {
      in.setScorer(scorer);
    }

    @Override
    public void collect(int doc) throws IOException {
      if (leaf.grouped.get(doc)) {
        matches.add(doc);
        if (leaf.hidden.get(doc)) {
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
}
