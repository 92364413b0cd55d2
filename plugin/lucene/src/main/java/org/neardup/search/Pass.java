// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntUnaryOperator;
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
 * @param sawAll whether no match was skipped, unless time ran out
 */
record Pass(TopDocs visible, List<LeafMatches> matches, QueryExecution searched, boolean sawAll) {

  /**
   * Makes collectors that may skip matches once so many were counted.
   *
   * @param sameText how many documents with the text of a document in a group match with it
   */
  static CollectorManager<OneVersionCollector, Pass> manager(
      Request request, int totalHitsThreshold, IntUnaryOperator sameText) {
    boolean countsHere = request.sort() == null && totalHitsThreshold < Integer.MAX_VALUE;
    var visible = request.collectors(countsHere ? 0 : totalHitsThreshold);
    return new CollectorManager<>() {
      @Override
      public OneVersionCollector newCollector() throws IOException {
        return new OneVersionCollector(
            request, visible.newCollector(), sameText, countsHere ? totalHitsThreshold : -1);
      }

      @Override
      public Pass reduce(Collection<OneVersionCollector> collectors) throws IOException {
        List<TopDocsCollector<?>> tops = new ArrayList<>();
        List<LeafMatches> matches = new ArrayList<>();
        QueryExecution searched = new QueryExecution(null, null);
        boolean skips = false;
        for (OneVersionCollector collector : collectors) {
          tops.add(collector.visible());
          skips |= collector.skips();
          matches.addAll(collector.matches());
          searched = collector.searched() == null ? searched : collector.searched();
        }
        TopDocs page = visible.reduce(tops);
        boolean sawAll =
            countsHere ? !skips : page.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
        return new Pass(page, matches, searched, sawAll);
      }
    };
  }

  /**
   * The page, of a search of all documents.
   *
   * @param inTime whether time did not run out
   */
  BestVersionDocs page(Request request, boolean inTime) throws IOException {
    Matches seen = new Matches(request.versions(), null, matches);
    return new ResultPage(request, seen, searched).fill(visible, sawAll && inTime, -1);
  }
}
