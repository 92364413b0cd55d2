// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import java.util.Locale;
import org.neardup.tools.console.Counted;
import org.neardup.tools.search.SearchReport;

/**
 * What collapse did to a page of hits, and to the whole result.
 *
 * @param page in words
 * @param whole in words
 * @param shown hits among the documents that match, in percent
 */
record Strip(String page, String whole, double shown) {

  boolean isCollapsed() {
    return shown < 100;
  }

  /** Of a bar that is 100 long. */
  String width() {
    return String.format(Locale.ROOT, "%.1f", shown);
  }

  static Strip of(SearchReport report, List<HitCard> cards) {
    List<SearchReport.Hit> hits = cards.stream().map(HitCard::hit).toList();
    String onPage = Counted.of(hits.size(), "hit");
    String total = Counted.of(report.total(), "hit");
    return switch (report.mode()) {
      case BEST ->
          new Strip(
              onPage
                  + " for "
                  + Counted.of(
                      hits.stream().mapToLong(SearchReport.Hit::matchingVersions).sum(),
                      "document"),
              total + " for " + Counted.of(report.documents(), "document") + " in all",
              100.0 * report.total() / Math.max(1, report.documents()));
      case HIDE ->
          new Strip(
              onPage
                  + " with "
                  + Counted.of(
                      hits.stream().mapToLong(hit -> hit.versions() - 1L).sum(), "hidden version"),
              total + " in all; hidden versions are not searched",
              100);
      case ALL ->
          new Strip(
              onPage
                  + ", "
                  + hits.stream().filter(hit -> hit.hiddenBehind() != null).count()
                  + " of them hidden in the other views",
              total + " in all; nothing is collapsed",
              100);
    };
  }
}
