// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.Collection;
import java.util.Objects;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;

/**
 * Collects one version of each group that matches: its representative if that matches, else the
 * variant that comes first in the order of the hits. Use {@link OneVersionSearch} unless other
 * collectors have to run in the same search, in a {@link
 * org.apache.lucene.search.MultiCollectorManager} say. For one search.
 *
 * <p>Visible documents are collected by Lucene's own collectors. A hidden match costs a little
 * more, to see whether its representative matches too. Where it does not, or may have been skipped,
 * the weight of the query is asked again, on the thread that reduces; so a wrapper of these
 * collectors must pass {@link org.apache.lucene.search.Collector#setWeight} on, as all of Lucene's
 * do. The weight must make scorers: that of lucene-facet's {@code DrillSideways} does not unless
 * that was given an executor, and {@link #reduce} throws {@link IllegalStateException} once it
 * needs one.
 *
 * <p>Hits are always exact, and totals unless a search sorted by fields skips documents: it counts
 * so many visible ones first, and {@link OneVersionDocs} says that it gives lower bounds then. Its
 * later pages look at all matches.
 *
 * <p>What it collects for a searcher whose {@linkplain IndexSearcher#setTimeout time} ran out is
 * taken for all matches: a variant may be shown whose representative matches but was not reached.
 * {@link OneVersionSearch} looks at the representatives then.
 */
public final class OneVersionCollectorManager
    implements CollectorManager<OneVersionCollector, OneVersionDocs> {
  private final Request request;
  private final CollectorManager<OneVersionCollector, Pass> in;

  private OneVersionCollectorManager(Request request, int totalHitsThreshold) {
    this.request = request;
    in = Pass.manager(request, totalHitsThreshold, doc -> 1);
  }

  /**
   * For hits by score. It looks at all matches.
   *
   * @param reader a plain reader over all documents of one index, hidden ones included
   * @param numHits at least 1; memory is taken for so many
   * @param after the last hit of the page before, or null
   */
  public static OneVersionCollectorManager byScore(
      DirectoryReader reader, int numHits, ScoreDoc after) throws IOException {
    Request request = Request.recorded(reader, numHits, null, Request.after(after));
    return new OneVersionCollectorManager(request, Integer.MAX_VALUE);
  }

  /**
   * For hits by a sort. They have no scores but those that they are sorted by.
   *
   * @param reader a plain reader over all documents of one index, hidden ones included
   * @param numHits at least 1
   * @param sort {@linkplain Sort#rewrite rewritten} if need be
   * @param after the last hit of the page before, or null
   * @param totalHitsThreshold documents up to which totals are exact, at least 0
   */
  public static OneVersionCollectorManager bySort(
      DirectoryReader reader, int numHits, Sort sort, FieldDoc after, int totalHitsThreshold)
      throws IOException {
    Objects.requireNonNull(sort, "sort");
    Request request = Request.recorded(reader, numHits, sort, after);
    return new OneVersionCollectorManager(request, totalHitsThreshold);
  }

  @Override
  public OneVersionCollector newCollector() throws IOException {
    return in.newCollector();
  }

  @Override
  public OneVersionDocs reduce(Collection<OneVersionCollector> collectors) throws IOException {
    return in.reduce(collectors).page(request, true);
  }
}
