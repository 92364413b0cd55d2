// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/**
 * The page that a search is to give.
 *
 * @param reader what is searched
 * @param versions of that reader
 * @param isRecorded whether these are the groups that the index records
 * @param numHits hits on the page
 * @param sort null for by score
 * @param after the last hit of the page before, with the values it is sorted by; null for the first
 *     page
 */
record Request(
    DirectoryReader reader,
    VersionMap versions,
    boolean isRecorded,
    int numHits,
    Sort sort,
    FieldDoc after) {

  /** A page of the groups that the index records. */
  static Request recorded(DirectoryReader reader, int numHits, Sort sort, FieldDoc after)
      throws IOException {
    return new Request(reader, VersionMap.of(reader), true, numHits, sort, after);
  }

  /** The last hit of the page before, as it is here. */
  static FieldDoc after(ScoreDoc doc) {
    return doc == null ? null : scored(doc);
  }

  private static FieldDoc scored(ScoreDoc doc) {
    return new FieldDoc(doc.doc, doc.score, new Object[] {doc.score});
  }

  /**
   * Makes collectors of the page as it were if all matches were visible.
   *
   * @param totalHitsThreshold matches to count before any may be skipped
   */
  @SuppressWarnings("unchecked") // of both kinds only what any such collector has is used
  CollectorManager<TopDocsCollector<?>, TopDocs> collectors(int totalHitsThreshold) {
    // What comes before a page may be skipped, and a group would be shown on both pages then.
    int threshold = sort != null && after != null ? Integer.MAX_VALUE : totalHitsThreshold;
    return (CollectorManager<TopDocsCollector<?>, TopDocs>)
        (sort == null
            ? (CollectorManager<?, ?>) new TopScoreDocCollectorManager(numHits, after, threshold)
            : new TopFieldCollectorManager(sort, numHits, after, threshold));
  }

  /** The sort in any case. */
  Sort order() {
    return sort == null ? Sort.RELEVANCE : sort;
  }

  /** A hit with the values it is sorted by. */
  FieldDoc fieldDoc(ScoreDoc doc) {
    return sort == null ? scored(doc) : (FieldDoc) doc;
  }

  /** A hit as it is shown. */
  ScoreDoc scoreDoc(FieldDoc doc) {
    return sort == null ? new ScoreDoc(doc.doc, (Float) doc.fields[0]) : doc;
  }
}
