// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.neardup.tools.console.Counted;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.GroupsReport.Order;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;

/** All groups, or those with a document that a person asks for, page by page. */
record GroupsPage(Site site, ChangedWords words) implements Page {
  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    GroupsRequest request = GroupsRequest.of(parameters);
    GroupsReport.Found found = request.run(index, site.dateField());
    VersionList.Maker versions = new VersionList.Maker(index, site);
    List<View.Row> rows = new ArrayList<>();
    for (StatsReport.Group group : found.report().groups()) {
      int doc = versions.find(group.id());
      rows.add(
          new View.Row(DocumentCard.of(index, doc, site), group.documents(), words.of(index, doc)));
    }
    Facets.Narrower narrower =
        new Facets.Narrower(
            host -> request.withSite(host).link(), filter -> request.withFilter(filter).link());
    List<Facets> facets =
        Facets.of(index, found.query(), found.documents()::get, site.dateField(), narrower);
    return Answer.page(
        200, "serve/groups.jte", new View(Heading.of(site), request, found.report(), rows, facets));
  }

  /** The same for programs. */
  Answer json(NeardupIndex index, Parameters parameters) throws IOException {
    return Answer.json(200, GroupsRequest.of(parameters).run(index, site.dateField()).report());
  }

  /** What is shown. */
  record View(
      Heading heading,
      GroupsRequest request,
      GroupsReport report,
      List<Row> rows,
      List<Facets> facets) {
    String count() {
      return Counted.of(report.total(), "group");
    }

    /** The number of the first group. */
    int first() {
      return (report.page() - 1) * GroupsReport.ON_PAGE + 1;
    }

    String link(int page) {
      return request.withPage(page).link();
    }

    List<Heading.Choice> orders() {
      return List.of(
          choice(Order.SIZE, "Largest", "groups of most documents first"),
          choice(Order.RESEMBLANCE, "Least alike", "groups with the least similar document first"),
          choice(Order.NEWEST, "Newest", "groups with the latest date first"));
    }

    private Heading.Choice choice(Order order, String name, String meaning) {
      return new Heading.Choice(
          name, meaning, request.withOrder(order).link(), request.order() == order);
    }

    /** What groups are narrowed by besides the query; each leads to the same without it. */
    List<Facets.Value> chosen() {
      List<Facets.Value> chosen = new ArrayList<>();
      add(chosen, "", request.filter(), request.withFilter(""));
      add(chosen, "site ", request.site(), request.withSite(""));
      add(chosen, "versions ", request.size(), request.withSize(""));
      return chosen;
    }

    private static void add(
        List<Facets.Value> chosen, String what, String value, GroupsRequest without) {
      if (!value.isEmpty()) {
        chosen.add(new Facets.Value(what + value, 0, without.link()));
      }
    }

    /**
     * A group.
     *
     * @param card of the document that stands for it
     * @param changes in what another version differs from it
     */
    record Row(DocumentCard card, int documents, List<Change> changes) {
      String versions() {
        return Counted.of(documents, "version");
      }
    }
  }
}
