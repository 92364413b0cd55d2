// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.TotalHits;

/**
 * What the collectors of a search saw.
 *
 * @param visible the page if there were no variants, and how many visible matches were seen
 * @param matches which documents of groups were
 * @param searched how; without a weight if no segment was
 */
record Pass(TopDocs visible, List<LeafMatches> matches, QueryExecution searched) {

  /** Makes collectors that may skip visible matches once so many were counted. */
  static CollectorManager<OneVersionCollector, Pass> manager(
      Request request, int totalHitsThreshold) {
    var visible = request.collectors(totalHitsThreshold);
    return new CollectorManager<>() {
      @Override
      public OneVersionCollector newCollector() throws IOException {
        return new OneVersionCollector(request, visible.newCollector());
      }

      @Override
      public Pass reduce(Collection<OneVersionCollector> collectors) throws IOException {
        List<TopDocsCollector<?>> tops = new ArrayList<>();
        List<LeafMatches> matches = new ArrayList<>();
        QueryExecution searched = new QueryExecution(null, null);
        for (OneVersionCollector collector : collectors) {
          tops.add(collector.visible());
          matches.addAll(collector.matches());
          searched = collector.searched() == null ? searched : collector.searched();
        }
        return new Pass(visible.reduce(tops), matches, searched);
      }
    };
  }

  /** Whether no visible match was skipped, unless time ran out. */
  boolean sawAll() {
    return visible.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
  }

  /**
   * The page, of a search of all documents.
   *
   * @param inTime whether time did not run out
   */
  OneVersionDocs page(Request request, boolean inTime) throws IOException {
    Matches seen = new Matches(request.versions(), null, matches);
    return new ResultPage(request, seen, searched).fill(visible, sawAll() && inTime, -1);
  }
}
