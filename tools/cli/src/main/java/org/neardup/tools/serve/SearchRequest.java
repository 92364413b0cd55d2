// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.IOFunction;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;

/**
 * What a person asks for. Empty texts were not given.
 *
 * @param query words, in Lucene's classic syntax
 * @param mode which documents to show
 * @param filter another query that documents must match
 * @param sort a field, with {@code :desc} or without
 * @param page of hits, from 1
 */
record SearchRequest(String query, Search.Mode mode, String filter, String sort, int page) {
  static final int HITS_ON_PAGE = 10;
  static final int MAX_PAGES = 100;
  static final int MAX_CHARACTERS = 2000;

  static SearchRequest of(Parameters parameters) {
    return new SearchRequest(
        parameters.text("q", MAX_CHARACTERS),
        parameters.choice("mode", Search.Mode.BEST),
        parameters.text("filter", MAX_CHARACTERS),
        parameters.text("sort", MAX_CHARACTERS),
        parameters.number("page", 1, 1, MAX_PAGES));
  }

  /** Nothing yet. */
  static SearchRequest none() {
    return new SearchRequest("", Search.Mode.BEST, "", "", 1);
  }

  SearchRequest withMode(Search.Mode newMode) {
    return new SearchRequest(query, newMode, filter, sort, 1);
  }

  SearchRequest withPage(int newPage) {
    return new SearchRequest(query, mode, filter, sort, newPage);
  }

  /** The same without the last word; where there is only one, the same. */
  SearchRequest withFewerWords() {
    int last = query.lastIndexOf(' ');
    String fewer = last < 0 ? query : query.substring(0, last).strip();
    return new SearchRequest(fewer, mode, filter, sort, 1);
  }

  SearchRequest withFilter(String other) {
    return new SearchRequest(query, mode, other, sort, 1);
  }

  /** Its address. */
  String link() {
    return Parameters.link(
        "/?q=" + Parameters.encode(query),
        "mode",
        mode == Search.Mode.BEST ? "" : mode.name().toLowerCase(Locale.ROOT),
        "filter",
        filter,
        "sort",
        sort,
        "page",
        page == 1 ? "" : String.valueOf(page));
  }

  /** The query as parsed, without the filter. */
  Query parsed(NeardupIndex index) throws IOException {
    try {
      return new Search(index, mode).parse(query);
    } catch (ParseException e) {
      throw Parameters.mistake(e.getMessage());
    }
  }

  /**
   * Runs it.
   *
   * @param top how many hits, from the first page on
   * @param fields to be given with each hit, and what matches in its text; null for neither
   */
  SearchReport run(NeardupIndex index, int top, List<String> fields) throws IOException {
    try {
      return Search.run(index, request(), top, fields);
    } catch (ParseException e) {
      throw Parameters.mistake(e.getMessage());
    }
  }

  private Search.Request request() {
    return new Search.Request("q", query, mode, "filter", orNull(filter), orNull(sort));
  }

  /** Uses the query with its filter. */
  <T> T with(NeardupIndex index, IOFunction<Query, T> use) throws IOException {
    try {
      return Search.with(index, request(), (parsed, filtered) -> use.apply(filtered));
    } catch (ParseException e) {
      throw Parameters.mistake(e.getMessage());
    }
  }

  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
