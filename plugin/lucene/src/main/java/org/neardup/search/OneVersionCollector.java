// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReaderContext;
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
  private final TextRepresentatives texts; // null: all documents of each are collected
  private final TopDocsCollector<?> visible;
  private final CountingScorable gate;
  private final int toCount;
  private final List<LeafMatches> matches = new ArrayList<>();
  private final HiddenContenders contenders;
  private Weight weight;
  private List<LeafReaderContext> leaves; // null before the first
  private long known = -1;

  /**
   * Collects for a page.
   *
   * @param visible collects the visible matches, and skips documents as soon as it is let
   * @param toCount documents to count before it is let; {@link Integer#MAX_VALUE} for never
   */
  OneVersionCollector(
      Request request, TextRepresentatives texts, TopDocsCollector<?> visible, int toCount) {
    this.request = request;
    this.texts = texts;
    this.visible = visible;
    this.toCount = toCount;
    gate = new CountingScorable(toCount);
    boolean noteScores = request.sort() == null && toCount < Integer.MAX_VALUE;
    contenders = noteScores ? new HiddenContenders() : null;
  }

  /** The collector of the visible matches. */
  TopDocsCollector<?> visible() {
    return visible;
  }

  /** The documents that match and are in a group with others. */
  List<LeafMatches> matches() {
    return matches;
  }

  /** Whether the scorer was allowed to skip documents. */
  boolean skips() {
    return gate.skips();
  }

  /**
   * How many documents match as far as is known here.
   *
   * @param others that other collectors know of
   */
  long documents(long others) {
    return known >= 0 ? known : others + gate.counted();
  }

  /** The hidden matches that may be hits, by score; null if all matches are noted. */
  HiddenContenders contenders() {
    return contenders;
  }

  /**
   * How the query was searched; null if no segment was. There is no weight in it if a wrapper of
   * this collector does not pass it on.
   */
  QueryExecution searched() {
    return leaves == null ? null : new QueryExecution(weight, leaves);
  }

  @Override
  public void setWeight(Weight weight) {
    this.weight = weight;
    visible.setWeight(weight);
  }

  private long countAll() throws IOException {
    long all = 0;
    for (LeafReaderContext leaf : leaves) {
      int count = weight.count(leaf);
      if (count < 0) {
        return -1;
      }
      all += count;
    }
    return all;
  }

  @Override
  public ScoreMode scoreMode() {
    return toCount == Integer.MAX_VALUE ? ScoreMode.COMPLETE : visible.scoreMode();
  }

  @Override
  public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
    IndexReaderContext searched = ReaderUtil.getTopLevelContext(context);
    if (!searched.reader().equals(request.reader())) {
      throw new IllegalArgumentException(
          "the searcher must search the manager's reader, "
              + request.reader()
              + ", got "
              + searched.reader());
    }
    leaves = searched.leaves();
    if (weight != null && matches.isEmpty()) {
      known = countAll();
      gate.count(Math.max(0, known));
    }
    LeafCollector in = visible.getLeafCollector(context);
    LeafMatches leaf = new LeafMatches(context);
    matches.add(leaf);
    return new VisibleLeafCollector(
        in, request.versions(), texts, context, leaf, gate, known < 0, contenders);
  }
}
