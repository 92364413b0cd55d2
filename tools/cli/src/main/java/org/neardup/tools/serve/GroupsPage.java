// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;
import org.neardup.tools.console.Json;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.GroupsReport.Order;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.search.Search;

/** All groups, or those with a document that a person asks for, page by page. */
record GroupsPage(
    Site site, PerCommit<Integer, List<Change>> words, PerCommit<Order, List<Long>> orders)
    implements Page {
  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    Request request = Request.of(parameters);
    GroupsReport.Found found = request.run(index, orders);
    VersionList.Maker versions = VersionList.Maker.of(index, site);
    List<View.Row> rows = new ArrayList<>();
    for (StatsReport.Group group : found.report().groups()) {
      int doc = versions.find(group.id());
      rows.add(
          new View.Row(DocumentCard.of(index, doc, site), group.documents(), words.of(index, doc)));
    }
    Facets.Narrower narrower =
        new Facets.Narrower(
            host -> request.link("site", host), filter -> request.link("filter", filter));
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
   * @param filter another query
   * @param site host of the address
   * @param size number of documents of the group, as in {@code 2} or {@code 3-4}
   * @param page from 1
   */
  record Request(String query, String filter, String site, String size, Order order, int page) {
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
              parameters.text("filter", SearchRequest.MAX_CHARACTERS),
              parameters.text("site", SearchRequest.MAX_CHARACTERS).toLowerCase(Locale.ROOT),
              parameters.text("size", 20),
              parameters.choice("sort", Order.SIZE),
              parameters.number("page", 1, 1, MAX_PAGES));
      if (!request.size.isEmpty() && !SIZE.matcher(request.size).matches()) {
        throw Parameters.mistake("size must be as 2 or as 3-4, got " + request.size);
      }
      return request;
    }

    /** Whether groups are narrowed by more than the query. */
    boolean isNarrowed() {
      return !(filter + site + size).isEmpty();
    }

    /** The address of another page of the same groups. */
    String link(int other) {
      return link("page", Parameters.page(other));
    }

    /** The address of the same but for one value: of the first page, unless that is the value. */
    String link(String name, String value) {
      String sort = order == Order.SIZE ? "" : Json.lower(order);
      List<String> values = List.of(query, filter, site, size, sort, "");
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
              filter.isEmpty() ? null : filter,
              null);
      return SearchRequest.checked(
          () -> Search.with(index, request, (parsed, filtered) -> find(index, orders, filtered)));
    }

    private GroupsReport.Found find(
        NeardupIndex index, PerCommit<Order, List<Long>> orders, Query filtered)
        throws IOException {
      Query matching = site.isEmpty() ? filtered : ofSite(filtered, index);
      Matcher range = SIZE.matcher(size);
      boolean isRange = range.matches();
      int from = isRange ? Integer.parseInt(range.group(1)) : 0;
      boolean isOpen = isRange && range.group(2) != null;
      int to = isOpen ? Integer.parseInt(range.group(2)) : isRange ? from : Integer.MAX_VALUE;
      return GroupsReport.of(
          index, orders.of(index, order), new GroupsReport.Request(matching, from, to, page));
    }

    /** Documents whose {@code url} or id is an address of the site. */
    private Query ofSite(Query query, NeardupIndex index) {
      String host = site.replaceAll("[^a-z0-9]", "\\\\$0");
      String address = "[a-z][a-z0-9+.\\-]*://([^/?#@]*@)?" + host + "([/?#:](.|\n)*)?";
      BooleanQuery.Builder either = new BooleanQuery.Builder();
      for (String field : new String[] {Fields.URL, index.config().idField()}) {
        Term term = new Term(field, address);
        int limit = Operations.DEFAULT_DETERMINIZE_WORK_LIMIT;
        either.add(
            new RegexpQuery(term, RegExp.NONE, RegExp.CASE_INSENSITIVE, limit), Occur.SHOULD);
      }
      return new BooleanQuery.Builder()
          .add(query, Occur.MUST)
          .add(either.build(), Occur.FILTER)
          .build();
    }
  }
}
