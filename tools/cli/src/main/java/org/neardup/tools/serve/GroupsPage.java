// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.tools.console.Json;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.GroupsReport.Order;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.search.Search;

/** All groups, or those with a document that a person asks for, page by page. */
record GroupsPage(
    Site site, PerCommit<Integer, List<Change>> words, PerCommit<Order, List<Long>> orders)
    implements Handler {
  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    Request request = Request.of(parameters);
    GroupsReport.Found found = request.run(index, orders);
    VersionList.Maker versions = VersionList.Maker.of(index, site);
    List<Integer> docs = new ArrayList<>();
    for (StatsReport.Group group : found.report().groups()) {
      docs.add(versions.find(group.id()));
    }
    List<DocumentCard> cards = site.cards().of(index, docs);
    List<View.Row> rows = new ArrayList<>();
    for (int i = 0; i < docs.size(); i++) {
      int documents = found.report().groups().get(i).documents();
      rows.add(new View.Row(cards.get(i), documents, words.of(index, docs.get(i))));
    }
    Facets.Narrower narrower =
        new Facets.Narrower(
            host -> request.link("site", host),
            condition -> request.link("filter", request.narrowing.and(condition)));
    List<Facets> facets =
        Facets.of(index, found.query(), found.documents()::get, site.dateField(), narrower);
    return Answer.page(
        200, "serve/groups.jte", new View(Heading.of(site), request, found.report(), rows, facets));
  }

  /** The same for programs. */
  Answer json(NeardupIndex index, Parameters parameters) throws IOException {
    return Answer.json(200, Request.of(parameters).run(index, orders).report());
  }

  /** What is shown. */
  record View(
      Heading heading, Request request, GroupsReport report, List<Row> rows, List<Facets> facets) {
    /** The number of the first group. */
    int first() {
      return (report.page() - 1) * GroupsReport.ON_PAGE + 1;
    }

    /**
     * A group.
     *
     * @param card of the document that stands for it
     * @param changes in what another version differs from it
     */
    record Row(DocumentCard card, int documents, List<Change> changes) {}
  }

  /**
   * Which groups a person asks for: those with a document that has all of this. Empty texts were
   * not given.
   *
   * @param query words, in Lucene's classic syntax
   * @param size number of documents of the group, as in {@code 2} or {@code 3-4}
   * @param page from 1
   */
  record Request(String query, Narrowing narrowing, String size, Order order, int page) {
    private static final List<String> NAMES =
        List.of("q", "filter", "site", "size", "sort", "page");

    private static final int MAX_PAGES = 100_000;
    private static final String EVERY = "*:*";
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    static Request of(Parameters parameters) {
      parameters.only(NAMES.toArray(String[]::new));
      Request request =
          new Request(
              parameters.text("q", SearchRequest.MAX_CHARACTERS),
              Narrowing.of(parameters),
              parameters.text("size", 20),
              parameters.choice("sort", Order.SIZE),
              parameters.number("page", 1, 1, MAX_PAGES));
      if (!request.size.isEmpty() && !SIZE.matcher(request.size).matches()) {
        throw Parameters.mistake("size must be as 2 or as 3-4, got " + request.size);
      }
      return request;
    }

    /** The address of another page of the same groups. */
    String link(int other) {
      return link("page", Parameters.page(other));
    }

    /** The address of the same but for one value: of the first page, unless that is the value. */
    String link(String name, String value) {
      String sort = order == Order.SIZE ? "" : Json.lower(order);
      List<String> values = List.of(query, narrowing.filter(), narrowing.site(), size, sort, "");
      return Parameters.link("/groups", NAMES, values, name, value);
    }

    /**
     * Finds the groups.
     *
     * @param orders of all groups
     */
    GroupsReport.Found run(NeardupIndex index, PerCommit<Order, List<Long>> orders)
        throws IOException {
      Search.Request request =
          new Search.Request(
              "q",
              query.isEmpty() ? EVERY : query,
              Search.Mode.ALL,
              "filter",
              narrowing.filterOrNull(),
              narrowing.ofSite(index),
              null);
      Matcher range = SIZE.matcher(size);
      boolean isRange = range.matches();
      int from = isRange ? Integer.parseInt(range.group(1)) : 0;
      boolean isOpen = isRange && range.group(2) != null;
      int to = isOpen ? Integer.parseInt(range.group(2)) : isRange ? from : Integer.MAX_VALUE;
      return Search.with(
          index,
          request,
          parsed ->
              GroupsReport.of(
                  index,
                  orders.of(index, order),
                  new GroupsReport.Request(parsed.filtered(), from, to, page)));
    }
  }
}
