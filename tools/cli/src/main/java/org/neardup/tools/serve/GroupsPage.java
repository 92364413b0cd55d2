// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Query;
import org.neardup.tools.console.Counted;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;

/** All groups, or those with a document that matches a query, largest first, page by page. */
record GroupsPage(Site site) implements Page {
  private static final int MAX_PAGES = 100_000;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    String query = query(parameters);
    GroupsReport report = report(index, parameters);
    VersionList.Maker versions = new VersionList.Maker(index, site.dateField());
    List<View.Row> rows = new ArrayList<>();
    for (StatsReport.Group group : report.groups()) {
      int doc = versions.find(group.id());
      rows.add(new View.Row(DocumentCard.of(index, doc, site.dateField()), group.documents()));
    }
    return Answer.page(200, "serve/groups.jte", new View(Heading.of(site), query, report, rows));
  }

  /** The same for programs. */
  static Answer json(NeardupIndex index, Parameters parameters) throws IOException {
    return Answer.json(200, report(index, parameters));
  }

  private static GroupsReport report(NeardupIndex index, Parameters parameters) throws IOException {
    SearchRequest request = SearchRequest.of(new Parameters("q=" + encoded(parameters)));
    Query query = request.query().isEmpty() ? null : request.parsed(index);
    return GroupsReport.of(index, query, parameters.number("page", 1, 1, MAX_PAGES));
  }

  private static String encoded(Parameters parameters) {
    return Parameters.encode(query(parameters));
  }

  private static String query(Parameters parameters) {
    return parameters.only("q", "page").exact("q");
  }

  /**
   * What is shown.
   *
   * @param query empty for all groups
   */
  record View(Heading heading, String query, GroupsReport report, List<Row> rows) {
    String count() {
      return Counted.of(report.total(), "group");
    }

    /** The number of the first group. */
    int first() {
      return (report.page() - 1) * GroupsReport.ON_PAGE + 1;
    }

    String link(int page) {
      return "/groups?q=" + Parameters.encode(query) + "&page=" + page;
    }

    /**
     * A group.
     *
     * @param card of the document that stands for it
     */
    record Row(DocumentCard card, int documents) {
      String versions() {
        return Counted.of(documents, "version");
      }
    }
  }
}
