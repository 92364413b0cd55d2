// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.IOFunction;
import org.neardup.tools.console.Json;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.HitSummaries;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;

/**
 * What a person asks for. Empty texts were not given.
 *
 * @param query words, in Lucene's classic syntax
 * @param mode which documents to show
 * @param sort a field, with {@code :desc} or without
 * @param page of hits, from 1
 */
record SearchRequest(String query, Search.Mode mode, Narrowing narrowing, String sort, int page) {
  private static final List<String> NAMES = List.of("q", "mode", "filter", "site", "sort", "page");

  static final int HITS_ON_PAGE = 10;
  static final int MAX_PAGES = 100;
  static final int MAX_CHARACTERS = 2000;

  static SearchRequest of(Parameters parameters) {
    return new SearchRequest(
        parameters.text("q", MAX_CHARACTERS),
        parameters.choice("mode", Search.Mode.BEST),
        Narrowing.of(parameters),
        parameters.text("sort", MAX_CHARACTERS),
        parameters.number("page", 1, 1, MAX_PAGES));
  }

  /** Nothing yet. */
  static SearchRequest none() {
    return new SearchRequest("", Search.Mode.BEST, Narrowing.NONE, "", 1);
  }

  /** The query without its last word; where there is only one, the same. */
  String fewerWords() {
    int last = query.lastIndexOf(' ');
    return last < 0 ? query : query.substring(0, last).strip();
  }

  /** Its address. */
  String link() {
    return link(page);
  }

  /** The address of another page of the same hits. */
  String link(int other) {
    return link("page", Parameters.page(other));
  }

  /** The address of the same but for one value: of the first page, unless that is the value. */
  String link(String name, String value) {
    String shown = mode == Search.Mode.BEST ? "" : Json.lower(mode);
    List<String> values = List.of(query, shown, narrowing.filter(), narrowing.site(), sort, "");
    return Parameters.link("/", NAMES, values, name, value);
  }

  /**
   * Runs it.
   *
   * @param top how many hits, from the first page on
   * @param fields to be given with each hit, and what matches in its text; null for neither
   * @param summaries of the groups of hits; null for none
   */
  SearchReport run(NeardupIndex index, int top, List<String> fields, HitSummaries summaries)
      throws IOException {
    return Search.run(index, request(index), top, fields, summaries);
  }

  /** Uses the query, alone and with what narrows it. */
  <T> T with(NeardupIndex index, IOFunction<Search.Parsed, T> use) throws IOException {
    return Search.with(index, request(index), use);
  }

  private Search.Request request(NeardupIndex index) {
    return new Search.Request(
        "q",
        query,
        mode,
        "filter",
        narrowing.filterOrNull(),
        narrowing.ofSite(index),
        sort.isEmpty() ? null : sort);
  }
}
