// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;

/**
 * Searches all documents of a collapsed index and shows one version of each group that matches: its
 * representative if that matches, else the variant that comes first in the order of the hits (of
 * equal ones, the one with the lowest number). So a query, whatever its filters, that matches any
 * document of a group finds the group; a page has as many hits as asked for, as long as groups
 * match; totals are exact, unless the searcher {@linkplain IndexSearcher#timedOut ran out of time}
 * in any search: then a page has what was found so far, and totals are lower bounds.
 *
 * <pre>{@code
 * BestVersionSearch search = new BestVersionSearch(new IndexSearcher(reader));
 * BestVersionDocs first = search.search(query, 10);
 * BestVersionDocs second = search.searchAfter(first.hits().getLast().doc(), query, 10);
 * }</pre>
 *
 * <p>The k neighbours of a {@code KnnFloatVectorQuery} or {@code KnnByteVectorQuery}, alone or
 * within boolean and boosted queries, are of k groups: of each group it looks at one document, of
 * those that pass its filter and match what must match beside it.
 *
 * <p>Safe for threads; uses the searcher's executor if it has one. The first search of a reader
 * reads the group numbers of all documents, and keeps 8 bytes a hidden document and 4 a
 * representative until the reader is closed; for vectors a bit a document and field.
 *
 * <p>A query of text fields alone (terms, phrases and prefixes, and boolean combinations of them)
 * matches all documents with the same text or none. So in each group it looks at one document per
 * text, and most such searches take less time than ones that do not collapse. The first of them in
 * a reader reads the sketches of all groups, and keeps another 8 bytes for each of their documents.
 * Any other query, such as one with a filter by date, may take longer than without collapsing, the
 * more so the more hidden documents match, and so may a search that counts only the first matches:
 * {@code tools/benchmarks/README.md} has figures.
 */
public final class BestVersionSearch {
  private final IndexSearcher searcher;
  private final DirectoryReader reader;
  private final int totalHitsThreshold;
  private final VersionMap versions; // null: recorded

  /**
   * Searches what a searcher searches.
   *
   * @param searcher over a plain {@link DirectoryReader}, hidden documents included: group numbers
   *     mean something in one index only
   * @throws IllegalArgumentException if it searches a reader of {@link OneVersion}, or one that is
   *     no {@link DirectoryReader}
   */
  public BestVersionSearch(IndexSearcher searcher) {
    this(searcher, Integer.MAX_VALUE);
  }

  /**
   * Searches what a searcher searches, skipping documents that cannot be among the hits once enough
   * were counted. Hits are the same; totals are lower bounds then, and say so. That of groups may
   * be far lower than the threshold, as hidden documents count, too.
   *
   * @param searcher over a plain {@link DirectoryReader}
   * @param totalHitsThreshold documents that match, hidden ones included, up to which totals are
   *     exact; at least 0. Lucene's searcher counts 1000
   */
  public BestVersionSearch(IndexSearcher searcher, int totalHitsThreshold) {
    this(searcher, totalHitsThreshold, null);
  }

  /**
   * Searches an index that does not record its groups. Reads them all, so make it once for each
   * reader.
   *
   * @param searcher over a plain {@link DirectoryReader}
   * @param totalHitsThreshold documents up to which totals are exact, at least 0
   * @param groups of that reader
   */
  public static BestVersionSearch over(
      IndexSearcher searcher, int totalHitsThreshold, VersionGroups groups) throws IOException {
    DirectoryReader reader = directoryReader(searcher);
    return new BestVersionSearch(searcher, totalHitsThreshold, VersionMap.of(reader, groups));
  }

  private BestVersionSearch(IndexSearcher searcher, int totalHitsThreshold, VersionMap versions) {
    if (totalHitsThreshold < 0) {
      throw new IllegalArgumentException(
          "totalHitsThreshold must be at least 0, got " + totalHitsThreshold);
    }
    this.searcher = searcher;
    reader = directoryReader(searcher);
    this.totalHitsThreshold = totalHitsThreshold;
    this.versions = versions;
  }

  private static DirectoryReader directoryReader(IndexSearcher searcher) {
    if (searcher.getIndexReader() instanceof DirectoryReader directoryReader) {
      OneVersion.requireAllVersions(directoryReader);
      return directoryReader;
    }
    throw new IllegalArgumentException(
        "searcher must search a DirectoryReader, got " + searcher.getIndexReader());
  }

  /**
   * The best groups by score.
   *
   * @param n hits, at least 1
   */
  public BestVersionDocs search(Query query, int n) throws IOException {
    return searchAfter(null, query, n);
  }

  /**
   * The best groups after a hit.
   *
   * @param after the last hit of the page before, of the same query and reader; null for the first
   *     page
   * @param n hits, at least 1
   */
  public BestVersionDocs searchAfter(ScoreDoc after, Query query, int n) throws IOException {
    Request request = request(n, null, Request.after(after));
    Query oneVersion = new VectorVersions(request.versions(), searcher).in(query);
    return new BestSearch(searcher, request, totalHitsThreshold).search(oneVersion);
  }

  /**
   * The first groups in the order of a sort.
   *
   * @param n hits, at least 1
   */
  public BestVersionDocs search(Query query, int n, Sort sort) throws IOException {
    return searchAfter(null, query, n, sort);
  }

  /**
   * The groups after a hit in the order of a sort.
   *
   * @param after the last hit of the page before, of the same query, sort and reader; null for the
   *     first page
   * @param n hits, at least 1
   */
  public BestVersionDocs searchAfter(FieldDoc after, Query query, int n, Sort sort)
      throws IOException {
    Request request = request(n, sort.rewrite(searcher), after);
    Query oneVersion = new VectorVersions(request.versions(), searcher).in(query);
    return totalHitsThreshold == Integer.MAX_VALUE
        ? new BestSearch(searcher, request, totalHitsThreshold).search(oneVersion)
        : searcher
            .search(oneVersion, Pass.manager(request, totalHitsThreshold, doc -> 1))
            .page(request, !searcher.timedOut());
  }

  private Request request(int n, Sort sort, FieldDoc after) throws IOException {
    // Lucene's queues take memory for so many hits.
    int capped = Math.min(n, Math.max(1, reader.maxDoc()));
    return versions == null
        ? Request.recorded(reader, capped, sort, after)
        : new Request(reader, versions, false, capped, sort, after);
  }
}
