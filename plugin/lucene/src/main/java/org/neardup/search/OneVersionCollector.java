// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.Weight;

/**
 * Collects visible matches as Lucene does, and notes which documents of groups match; {@link
 * OneVersionCollectorManager} makes it and reads it. For one thread.
 */
public final class OneVersionCollector implements Collector {
  private final Request request;
  private final TopDocsCollector<?> visible;
  private final List<LeafMatches> matches = new ArrayList<>();
  private Weight weight;

  OneVersionCollector(Request request, TopDocsCollector<?> visible) {
    this.request = request;
    this.visible = visible;
  }

  /** The collector of the visible matches. */
  TopDocsCollector<?> visible() {
    return visible;
  }

  /** The documents that match and are in a group with others. */
  List<LeafMatches> matches() {
    return matches;
  }

  /** The weight of the query; null if a wrapper of this collector does not pass it on. */
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
    if (!searched.equals(request.reader())) {
      throw new IllegalArgumentException(
          "the searcher must search the manager's reader, "
              + request.reader()
              + ", got "
              + searched);
    }
    LeafCollector in = visible.getLeafCollector(context);
    VersionMap versions = request.versions();
    int maxDoc = context.reader().maxDoc();
    if (!versions.hasGrouped(context.docBase, context.docBase + maxDoc)) {
      return in;
    }
    LeafMatches leaf = new LeafMatches(context);
    matches.add(leaf);
    return new VisibleLeafCollector(in, versions, context, leaf);
  }
}
