// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import org.neardup.tools.search.SearchReport;

/**
 * A page of hits.
 *
 * @param report null if the request is refused
 * @param hits on this page
 * @param refusal why there are none; null if it is not refused
 */
record Results(Heading heading, SearchReport report, List<HitCard> hits, String refusal) {

  /** The rank of the first hit. */
  int first() {
    return (heading.request().page() - 1) * SearchRequest.HITS_ON_PAGE + 1;
  }

  Strip strip() {
    return Strip.of(report, hits);
  }

  /** The number of the last page that can be asked for. */
  int pages() {
    long all = (report.total() + SearchRequest.HITS_ON_PAGE - 1) / SearchRequest.HITS_ON_PAGE;
    return (int) Math.min(SearchRequest.MAX_PAGES, all);
  }
}
