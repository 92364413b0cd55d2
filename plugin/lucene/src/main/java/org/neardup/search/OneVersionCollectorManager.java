// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;

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
 * <p>Hits are always exact. Totals are if no more than {@code totalHitsThreshold} documents match,
 * hidden ones included. Of more, those that cannot be among the hits may be skipped as soon as it
 * is certain that there are more; then {@link OneVersionDocs} says that it gives lower bounds. A
 * search sorted by fields counts so many visible documents first; its later pages look at all
 * matches.
 *
 * <p>What it collects for a searcher whose {@linkplain IndexSearcher#setTimeout time} ran out is
 * taken for all matches: a variant may be shown whose representative matches but was not reached.
 * {@link OneVersionSearch} looks at the representatives then.
 */
public final class OneVersionCollectorManager
    implements CollectorManager<OneVersionCollector, OneVersionDocs> {
  private final Request request;
  private final TextRepresentatives texts; // null: the query gives all documents of each
  private final int toCount; // documents, before the collectors of visible ones may skip any
  private final IndexSearcher searcher; // null: not known
  private final TopScoreDocCollectorManager byScore; // either of these two is null
  private final TopFieldCollectorManager byField;

  private OneVersionCollectorManager(
      Request request, int totalHitsThreshold, TextRepresentatives texts, IndexSearcher searcher) {
    this.request = request;
    this.texts = texts;
    this.searcher = searcher;
    int numHits = request.numHits();
    if (request.sort() == null) {
      toCount = totalHitsThreshold;
      byScore = new TopScoreDocCollectorManager(numHits, request.after(), 0);
      byField = null;
    } else {
      toCount = 0; // they count for themselves
      byScore = null;
      // What comes before a page may be skipped, and a group would be shown on both pages then.
      int threshold = request.after() != null ? Integer.MAX_VALUE : totalHitsThreshold;
      byField = new TopFieldCollectorManager(request.sort(), numHits, request.after(), threshold);
    }
  }

  /**
   * For hits by score.
   *
   * @param reader a plain reader over all documents of one index, hidden ones included
   * @param numHits at least 1; memory is taken for so many
   * @param after the last hit of the page before, or null
   * @param totalHitsThreshold documents up to which totals are exact, at least 0
   */
  public static OneVersionCollectorManager byScore(
      DirectoryReader reader, int numHits, ScoreDoc after, int totalHitsThreshold)
      throws IOException {
    Request request = Request.recorded(reader, numHits, null, Request.after(after));
    return new OneVersionCollectorManager(request, totalHitsThreshold, null, null);
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
    return new OneVersionCollectorManager(request, totalHitsThreshold, null, null);
  }

  /** Searches, looking at one document of each text in a group, if the query allows it. */
  static OneVersionDocs search(
      IndexSearcher searcher, Query query, Request request, int totalHitsThreshold)
      throws IOException {
    Query rewritten = searcher.rewrite(query);
    TextQueries textQueries = TextQueries.of(request.reader());
    // Others of a text may come before the first in a sort, and their turn would not come.
    boolean mayPass =
        request.isRecorded() && (request.sort() == null || totalHitsThreshold == Integer.MAX_VALUE);
    if (!mayPass || !(textQueries.include(query) || textQueries.include(rewritten))) {
      return searcher.search(
          rewritten, new OneVersionCollectorManager(request, totalHitsThreshold, null, searcher));
    }
    TextRepresentatives texts = TextRepresentatives.of(request.reader(), request.versions());
    return searcher.search(
        new DistinctTextsQuery(rewritten, texts),
        new OneVersionCollectorManager(request, totalHitsThreshold, texts, searcher));
  }

  @Override
  public OneVersionCollector newCollector() {
    return new OneVersionCollector(request, texts, newVisibleCollector(), toCount);
  }

  @Override
  public OneVersionDocs reduce(Collection<OneVersionCollector> collectors) throws IOException {
    List<LeafMatches> leaves = new ArrayList<>();
    List<TopDocsCollector<?>> visible = new ArrayList<>();
    List<HiddenContenders> contenders = new ArrayList<>();
    long documents = 0;
    boolean skipped = searcher != null && searcher.timedOut(); // Lucene's totals do not say it
    QueryExecution searched = new QueryExecution(null, null);
    for (OneVersionCollector collector : collectors) {
      leaves.addAll(collector.matches());
      if (collector.contenders() != null) {
        contenders.add(collector.contenders());
      }
      documents = collector.documents(documents);
      skipped |= collector.skips();
      visible.add(collector.visible());
      searched = collector.searched() == null ? searched : collector.searched();
    }
    Matches matches = new Matches(request.versions(), texts, leaves);
    TopDocs found = visible(visible);
    skipped |= byField != null && !isExact(found);
    return new ResultPage(request, matches, searched).fill(found, !skipped, documents, contenders);
  }

  private static boolean isExact(TopDocs docs) {
    return docs.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
  }

  private TopDocsCollector<?> newVisibleCollector() {
    return byField == null ? byScore.newCollector() : byField.newCollector();
  }

  private TopDocs visible(Collection<TopDocsCollector<?>> collectors) throws IOException {
    if (byField == null) {
      List<TopScoreDocCollector> scored = new ArrayList<>();
      collectors.forEach(each -> scored.add((TopScoreDocCollector) each));
      return byScore.reduce(scored);
    }
    List<TopFieldCollector> sorted = new ArrayList<>();
    collectors.forEach(each -> sorted.add((TopFieldCollector) each));
    return byField.reduce(sorted);
  }
}
