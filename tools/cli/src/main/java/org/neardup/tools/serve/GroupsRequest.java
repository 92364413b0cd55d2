// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.GroupsReport.Order;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.Search;

/**
 * Which groups a person asks for: those with a document that has all of this. Empty texts were not
 * given.
 *
 * @param query words, in Lucene's classic syntax
 * @param filter another query
 * @param site host of the address
 * @param size number of documents of the group, as in {@code 2} or {@code 3-4}
 * @param page from 1
 */
record GroupsRequest(String query, String filter, String site, String size, Order order, int page) {
  static final String[] NAMES = {"q", "filter", "site", "size", "sort", "page"};

  private static final int MAX_PAGES = 100_000;
  private static final String EVERY = "*:*";
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  static GroupsRequest of(Parameters parameters) {
    parameters.only(NAMES);
    GroupsRequest request =
        new GroupsRequest(
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

  String sort() {
    return order.name().toLowerCase(Locale.ROOT);
  }

  GroupsRequest withOrder(Order other) {
    return new GroupsRequest(query, filter, site, size, other, 1);
  }

  GroupsRequest withPage(int other) {
    return new GroupsRequest(query, filter, site, size, order, other);
  }

  GroupsRequest withSize(String other) {
    return new GroupsRequest(query, filter, site, other, order, 1);
  }

  GroupsRequest withSite(String other) {
    return new GroupsRequest(query, filter, other, size, order, 1);
  }

  GroupsRequest withFilter(String other) {
    return new GroupsRequest(query, other, site, size, order, 1);
  }

  /** Its address. */
  String link() {
    return Parameters.link(
        "/groups",
        "q",
        query,
        "filter",
        filter,
        "site",
        site,
        "size",
        size,
        "sort",
        order == Order.SIZE ? "" : sort(),
        "page",
        page == 1 ? "" : String.valueOf(page));
  }

  /** Finds the groups. */
  GroupsReport.Found run(NeardupIndex index, String dateField) throws IOException {
    Search.Request request =
        new Search.Request(
            "q",
            query.isEmpty() ? EVERY : query,
            Search.Mode.ALL,
            "filter",
            filter.isEmpty() ? null : filter,
            null);
    try {
      return Search.with(
          index,
          request,
          (parsed, filtered) ->
              find(index, dateField, site.isEmpty() ? filtered : ofSite(filtered, index)));
    } catch (ParseException e) {
      throw Parameters.mistake(e.getMessage());
    }
  }

  private GroupsReport.Found find(NeardupIndex index, String dateField, Query matching)
      throws IOException {
    Matcher range = SIZE.matcher(size);
    boolean isRange = range.matches();
    int from = isRange ? Integer.parseInt(range.group(1)) : 0;
    boolean isOpen = isRange && range.group(2) != null;
    int to = isOpen ? Integer.parseInt(range.group(2)) : isRange ? from : Integer.MAX_VALUE;
    return GroupsReport.of(
        index, new GroupsReport.Request(matching, from, to, order, dateField, page));
  }

  /** Documents whose {@code url} or id is an address of the site. */
  private Query ofSite(Query query, NeardupIndex index) {
    String host = site.replaceAll("[^a-z0-9]", "\\\\$0");
    String address = "[a-z][a-z0-9+.\\-]*://([^/?#@]*@)?" + host + "([/?#:](.|\n)*)?";
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    for (String field : new String[] {DocumentCard.URL, index.config().idField()}) {
      Term term = new Term(field, address);
      int limit = Operations.DEFAULT_DETERMINIZE_WORK_LIMIT;
      either.add(new RegexpQuery(term, RegExp.NONE, RegExp.CASE_INSENSITIVE, limit), Occur.SHOULD);
    }
    return new BooleanQuery.Builder()
        .add(query, Occur.MUST)
        .add(either.build(), Occur.FILTER)
        .build();
  }
}
