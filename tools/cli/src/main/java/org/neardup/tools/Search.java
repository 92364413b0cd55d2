// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.queryparser.classic.MultiFieldQueryParser;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/** Searches an index, showing one version of each document or all of them. */
final class Search {
  private static final Map<String, Float> BOOSTS = Map.of(Fields.TITLE, 2f, Fields.TEXT, 1f);

  /** Which documents a search shows. */
  enum Mode {
    /** Visible ones: one of each group. */
    HIDE,
    /** All, hidden ones marked. */
    ALL
  }

  private final NeardupIndex index;
  private final IndexSearcher searcher;
  private final Mode mode;

  /** Over an index that stays open. */
  Search(NeardupIndex index, Mode mode) throws IOException {
    this.index = index;
    this.searcher = new IndexSearcher(mode == Mode.ALL ? index.all() : index.visible());
    this.mode = mode;
  }

  /**
   * Parses a query in Lucene's classic syntax; words without a field are looked for in title and
   * text.
   *
   * @throws ParseException with a message of one line
   */
  static Query parse(String query) throws ParseException {
    String[] fields = {Fields.TITLE, Fields.TEXT};
    try {
      return new MultiFieldQueryParser(fields, Fields.analyzer(), BOOSTS).parse(query);
    } catch (ParseException | IllegalArgumentException e) {
      String line = e.getMessage().lines().findFirst().orElse("");
      throw (ParseException) new ParseException(line).initCause(e);
    }
  }

  /**
   * Runs a query.
   *
   * @param top how many hits to show, at least 1
   */
  SearchReport run(String text, Query query, int top) throws IOException {
    TopDocs found =
        searcher.search(query, new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
    List<SearchReport.Hit> hits = new ArrayList<>();
    for (var scored : found.scoreDocs) {
      hits.add(hit(hits.size() + 1, scored.doc, scored.score));
    }
    return new SearchReport(text, mode, found.totalHits.value(), hits);
  }

  private SearchReport.Hit hit(int rank, int doc, float score) throws IOException {
    NeardupIndex.Name name = index.name(doc);
    long group = index.groups().group(doc);
    boolean hidden = index.groups().isHidden(doc);
    return new SearchReport.Hit(
        rank,
        name.id(),
        score,
        name.title(),
        hidden ? 0 : index.groups().members(group).length - 1,
        hidden ? index.name(index.representative(group)).id() : null);
  }
}
