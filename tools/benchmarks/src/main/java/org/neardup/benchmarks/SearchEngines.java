// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.misc.search.DiversifiedTopDocsCollector;
import org.apache.lucene.misc.search.DiversifiedTopDocsCollectorManager;
import org.apache.lucene.queries.function.valuesource.LongFieldSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.grouping.GroupingSearch;
import org.apache.lucene.search.grouping.TopGroups;
import org.neardup.record.NearDupFields;
import org.neardup.search.OneVersion;
import org.neardup.search.OneVersionDocs;
import org.neardup.search.OneVersionSearch;

/** Ways to search a collapsed index, by name. */
final class SearchEngines {
  /**
   * What one search gave.
   *
   * @param hits how many were shown
   * @param groups groups that match; -1 if it does not say
   * @param documents documents that match; -1 if it does not say
   */
  record Answer(int hits, long groups, long documents) {}

  /** One way. */
  @FunctionalInterface
  interface Engine {
    /** The first n hits, by score if there is no sort. */
    Answer search(Query query, int n, Sort sort) throws IOException;
  }

  private final IndexSearcher all;
  private final IndexSearcher visible;
  private final int threshold;

  /**
   * Over an index that stays open.
   *
   * @param threshold how many matches are to be counted exactly
   */
  SearchEngines(DirectoryReader reader, int threshold) throws IOException {
    this.threshold = threshold;
    all = uncached(reader);
    visible = uncached(OneVersion.wrap(reader));
  }

  private static IndexSearcher uncached(DirectoryReader reader) {
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher;
  }

  /** The engines that support the sort and the totals. */
  Map<String, Engine> engines(boolean sorted) {
    Map<String, Engine> engines = new LinkedHashMap<>();
    engines.put("plain", (query, n, sort) -> lucene(all, query, n, sort, threshold, false));
    engines.put("hide", (query, n, sort) -> lucene(visible, query, n, sort, threshold, true));
    if (threshold < Integer.MAX_VALUE) {
      engines.put("hide-n", (query, n, sort) -> lucene(visible, query, n, sort, n, true));
    }
    engines.put("best", this::best);
    if (threshold == Integer.MAX_VALUE) {
      if (!sorted) { // it only sorts by score
        engines.put("Diversified", this::diversified);
      }
      engines.put("grouping", this::grouping);
    }
    return engines;
  }

  private static Answer lucene(
      IndexSearcher searcher, Query query, int n, Sort sort, int threshold, boolean oneVersion)
      throws IOException {
    TopDocs found =
        sort == null
            ? searcher.search(query, new TopScoreDocCollectorManager(n, null, threshold))
            : searcher.search(query, new TopFieldCollectorManager(sort, n, null, threshold));
    long total = found.totalHits.value();
    return new Answer(found.scoreDocs.length, oneVersion ? total : -1, oneVersion ? -1 : total);
  }

  private Answer best(Query query, int n, Sort sort) throws IOException {
    OneVersionSearch search = new OneVersionSearch(all, threshold);
    OneVersionDocs found = sort == null ? search.search(query, n) : search.search(query, n, sort);
    return new Answer(found.hits().size(), found.groups().value(), found.documents().value());
  }

  private Answer diversified(Query query, int n, Sort sort) throws IOException {
    TopDocs found = all.search(query, new DiversifiedManager(n));
    return new Answer(found.scoreDocs.length, -1, found.totalHits.value());
  }

  private static final class DiversifiedManager
      extends DiversifiedTopDocsCollectorManager<DiversifiedTopDocsCollector> {
    private final int n;

    DiversifiedManager(int n) {
      super(n, 1);
      this.n = n;
    }

    @Override
    public DiversifiedTopDocsCollector newCollector() {
      return new DiversifiedTopDocsCollector(n, 1) {
        @Override
        protected NumericDocValues getKeys(LeafReaderContext context) {
          try {
            return context.reader().getNumericDocValues(NearDupFields.GROUP);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
    }
  }

  private Answer grouping(Query query, int n, Sort sort) throws IOException {
    TopGroups<?> found =
        new GroupingSearch(new LongFieldSource(NearDupFields.GROUP), new HashMap<>())
            .setGroupSort(sort == null ? Sort.RELEVANCE : sort)
            .setSortWithinGroup(sort == null ? Sort.RELEVANCE : sort)
            .setAllGroups(true)
            .search(all, query, 0, n);
    return new Answer(
        found.groups.length,
        found.totalGroupCount == null ? 0 : found.totalGroupCount,
        found.totalHitCount);
  }
}
