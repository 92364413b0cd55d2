// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;
import org.neardup.search.BestVersionDocs;
import org.neardup.search.BestVersionSearch;
import org.neardup.search.OneVersionSearcher;
import org.neardup.search.explain.GroupSummaries;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;

/** Searches an index, showing one version of each document or all of them. */
public final class Search {
  static final String TOO_COMPLEX =
      "a pattern must be simpler: too many states are needed to match it";

  /** Which documents a search shows. */
  public enum Mode {
    /** One of each group that matches: the visible one if it matches. */
    BEST,
    /** Visible ones: one of each group. */
    HIDE,
    /** All, hidden ones marked. */
    ALL
  }

  private final NeardupIndex index;
  private final IndexSearcher searcher;
  private final Mode mode;
  private final Sort order;
  private final HitSummaries summaries;

  /**
   * What somebody asks for, in words.
   *
   * @param queryName what messages call the query
   * @param query in Lucene's classic syntax, or words
   * @param mode which documents to show
   * @param filterName what messages call the filter
   * @param filter another query that documents must match, which does not change the score; null
   *     for none
   * @param among what documents must match besides; null for nothing
   * @param sort see {@link HitSort#parse}; null for the best hits first
   */
  public record Request(
      String queryName,
      String query,
      Mode mode,
      String filterName,
      String filter,
      Query among,
      String sort) {}

  /**
   * A request as it was understood.
   *
   * @param query as parsed
   * @param filtered the same with the filter
   * @param notes what a person should know of both
   */
  public record Parsed(Query query, Query filtered, List<String> notes) {}

  /**
   * Runs a request.
   *
   * @param index stays open
   * @param top how many hits to show, at least 1
   * @param fields stored ones to show of each hit, with what matches in its text; null for neither
   * @param summaries of the groups of hits; null for none
   * @throws ToolException if it cannot be understood, or if a field is named that no document has:
   *     it would find nothing
   */
  public static SearchReport run(
      NeardupIndex index, Request request, int top, List<String> fields, HitSummaries summaries)
      throws IOException {
    return with(
        index,
        request,
        parsed -> {
          Sort order = request.sort == null ? HitSort.BY_SCORE : HitSort.parse(request.sort, index);
          Snippets details = fields == null ? null : new Snippets(index, parsed.query, fields);
          return new Search(index, request.mode, order, summaries)
              .run(request.query, parsed.filtered, top, details)
              .with(parsed.notes);
        });
  }

  /** Parses the query and the filter of a request and uses them, as {@link #run} does. */
  public static <T> T with(NeardupIndex index, Request request, IOFunction<Parsed, T> use)
      throws IOException {
    Query among = null;
    try {
      QueryReader.Read query = QueryReader.query(index, request.queryName, request.query);
      List<String> notes = new ArrayList<>(query.notes());
      among = filtered(query.query(), request.among);
      if (request.filter != null) {
        QueryReader.Read filter = QueryReader.filter(index, request.filterName, request.filter);
        notes.addAll(filter.notes());
        among = filtered(among, filter.query());
      }
      return use.apply(new Parsed(query.query(), among, notes));
    } catch (IndexSearcher.TooManyClauses e) {
      throw new ToolException(ExitCode.USAGE, QueryWords.tooMany(among));
    } catch (TooComplexToDeterminizeException | FuzzyTermsEnum.FuzzyTermsException e) {
      throw new ToolException(ExitCode.USAGE, TOO_COMPLEX);
    } catch (StackOverflowError e) { // Lucene parses and rewrites nested queries recursively
      int characters =
          request.query.length() + (request.filter == null ? 0 : request.filter.length());
      throw new ToolException(
          ExitCode.USAGE,
          String.format(
              Locale.ROOT,
              "a query must be shorter, or have fewer nested parentheses, got one of %,d"
                  + " characters",
              characters));
    }
  }

  private static Query filtered(Query query, Query filter) {
    return filter == null
        ? query
        : new BooleanQuery.Builder().add(query, Occur.MUST).add(filter, Occur.FILTER).build();
  }

  /** Over an index that stays open; the best hits come first. */
  public Search(NeardupIndex index, Mode mode) throws IOException {
    this(index, mode, HitSort.BY_SCORE, null);
  }

  private Search(NeardupIndex index, Mode mode, Sort order, HitSummaries summaries)
      throws IOException {
    this.index = index;
    this.summaries = summaries;
    this.order = order;
    this.searcher =
        mode == Mode.HIDE
            ? new OneVersionSearcher(index.visible())
            : new IndexSearcher(index.all());
    searcher.setTimeout(index.timeout());
    this.mode = mode;
  }

  /** Parses a query, see {@link Request}; of what does not parse, the words. */
  public Query parse(String query) {
    return QueryReader.query(index, "a query", query).query();
  }

  /**
   * Runs a query.
   *
   * @param text what to call it
   * @param top how many hits to show, at least 1
   * @param details to show of each hit; null for none
   */
  public SearchReport run(String text, Query query, int top, Snippets details) throws IOException {
    try {
      return mode == Mode.BEST ? best(text, query, top, details) : plain(text, query, top, details);
    } catch (ExitingReaderException e) { // before any document was looked at
      return new SearchReport(text, mode, 0, 0, true, List.of(), List.of());
    } catch (TooComplexToDeterminizeException | FuzzyTermsEnum.FuzzyTermsException e) {
      throw new ToolException(ExitCode.USAGE, TOO_COMPLEX);
    }
  }

  private SearchReport best(String text, Query query, int top, Snippets details)
      throws IOException {
    BestVersionDocs found = new BestVersionSearch(searcher).search(query, top, order);
    List<GroupSummaries.Summary> told =
        summaries(query, found.hits().stream().mapToInt(hit -> hit.doc().doc).toArray());
    List<SearchReport.Hit> hits = new ArrayList<>();
    for (BestVersionDocs.Hit hit : found.hits()) {
      hits.add(
          hit(
              hits.size() + 1,
              hit.doc().doc,
              HitSort.score(hit.doc()),
              hit.versions(),
              hit.matchingVersions(),
              details,
              told.get(hits.size())));
    }
    return new SearchReport(
        text,
        mode,
        found.groups().value(),
        found.documents().value(),
        searcher.timedOut(),
        hits,
        List.of());
  }

  private SearchReport plain(String text, Query query, int top, Snippets details)
      throws IOException {
    TopDocs found =
        searcher.search(query, new TopFieldCollectorManager(order, top, null, Integer.MAX_VALUE));
    List<GroupSummaries.Summary> told =
        summaries(query, Arrays.stream(found.scoreDocs).mapToInt(hit -> hit.doc).toArray());
    List<SearchReport.Hit> hits = new ArrayList<>();
    for (var scored : found.scoreDocs) {
      int versions = index.versions(scored.doc);
      GroupSummaries.Summary summary = told.get(hits.size());
      hits.add(
          hit(
              hits.size() + 1,
              scored.doc,
              HitSort.score(scored),
              versions,
              null,
              details,
              summary));
    }
    long total = found.totalHits.value();
    return new SearchReport(text, mode, total, total, searcher.timedOut(), hits, List.of());
  }

  /** One for each hit, null if they were not asked for. */
  private List<GroupSummaries.Summary> summaries(Query query, int[] docs) throws IOException {
    return summaries == null
        ? Collections.nCopies(docs.length, null)
        : summaries.groups().of(docs, mode == Mode.HIDE ? null : query);
  }

  private SearchReport.Hit hit(
      int rank,
      int doc,
      float score,
      int versions,
      Integer matchingVersions,
      Snippets details,
      GroupSummaries.Summary summary)
      throws IOException {
    NeardupIndex.Name name = index.name(doc);
    return new SearchReport.Hit(
        rank,
        name.id(),
        score,
        name.title(),
        versions,
        matchingVersions,
        index.hiddenBehind(doc),
        details == null ? null : details.text(doc),
        details == null ? null : details.fields(doc),
        summary);
  }
}
