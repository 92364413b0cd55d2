// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.io.function.IOBiFunction;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.ext.ParserExtension;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;
import org.neardup.search.OneVersionDocs;
import org.neardup.search.OneVersionSearch;
import org.neardup.search.OneVersionSearcher;
import org.neardup.search.similar.NearDuplicateExtension;
import org.neardup.search.similar.NearDuplicateQueryParser;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;

/** Searches an index, showing one version of each document or all of them. */
public final class Search {
  private static final String EXTENSION = "neardup";
  private static final double MINIMUM = 0.8;
  private static final String TOO_COMPLEX =
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

  /**
   * What somebody asks for, in words.
   *
   * @param queryName what messages call the query
   * @param query in Lucene's classic syntax, see {@link #parse}
   * @param mode which documents to show
   * @param filterName what messages call the filter
   * @param filter another query that documents must match, which does not change the score; null
   *     for none
   * @param sort see {@link HitSort#parse}; null for the best hits first
   */
  public record Request(
      String queryName, String query, Mode mode, String filterName, String filter, String sort) {}

  /**
   * Runs a request.
   *
   * @param index stays open
   * @param top how many hits to show, at least 1
   * @param fields stored ones to show of each hit, with what matches in its text; null for neither
   * @throws ParseException with a message of one line, if it cannot be understood
   * @throws ToolException if a field is named that no document has: it would find nothing
   */
  public static SearchReport run(NeardupIndex index, Request request, int top, List<String> fields)
      throws IOException, ParseException {
    return with(
        index,
        request,
        (parsed, filtered) -> {
          Sort order = request.sort == null ? HitSort.BY_SCORE : HitSort.parse(request.sort, index);
          Snippets details = fields == null ? null : new Snippets(index, parsed, fields);
          return new Search(index, request.mode, order).run(request.query, filtered, top, details);
        });
  }

  /**
   * Parses the query and the filter of a request and uses them, as {@link #run} does, with the same
   * exceptions.
   *
   * @param use of the query, and of the query with the filter
   */
  public static <T> T with(NeardupIndex index, Request request, IOBiFunction<Query, Query, T> use)
      throws IOException, ParseException {
    Query filtered = null;
    try {
      Search search = new Search(index, Mode.ALL);
      Query parsed = search.parse(request.queryName, request.query);
      filtered = parsed;
      if (request.filter != null) {
        filtered =
            new BooleanQuery.Builder()
                .add(parsed, Occur.MUST)
                .add(search.parse(request.filterName, request.filter), Occur.FILTER)
                .build();
      }
      return use.apply(parsed, filtered);
    } catch (IndexSearcher.TooManyClauses e) {
      throw mistake(QueryWords.tooMany(filtered), e);
    } catch (TooComplexToDeterminizeException | FuzzyTermsEnum.FuzzyTermsException e) {
      throw mistake(TOO_COMPLEX, e);
    } catch (StackOverflowError e) { // Lucene parses and rewrites nested queries recursively
      int characters =
          request.query.length() + (request.filter == null ? 0 : request.filter.length());
      throw new ParseException(
          String.format(
              Locale.ROOT,
              "a query must be shorter, or have fewer nested parentheses, got one of %,d"
                  + " characters",
              characters));
    }
  }

  private static ParseException mistake(String message, Throwable cause) {
    return (ParseException) new ParseException(message).initCause(cause);
  }

  /** Over an index that stays open; the best hits come first. */
  public Search(NeardupIndex index, Mode mode) throws IOException {
    this(index, mode, HitSort.BY_SCORE);
  }

  private Search(NeardupIndex index, Mode mode, Sort order) throws IOException {
    this.index = index;
    this.order = order;
    this.searcher =
        mode == Mode.HIDE
            ? new OneVersionSearcher(index.visible())
            : new IndexSearcher(index.all());
    searcher.setTimeout(index.timeout());
    this.mode = mode;
  }

  /**
   * Parses a query in Lucene's classic syntax; words without a field are looked for in the title
   * and the text fields of the index, {@code neardup:"ID R"} is what resembles a document.
   *
   * @throws ParseException with a message of one line
   */
  public Query parse(String query) throws ParseException {
    ParserExtension extension =
        NearDuplicateExtension.ofDocument(index.config().idField(), MINIMUM);
    try {
      return new NearDuplicateQueryParser(
              boosts(), index.queryAnalyzer(), Map.of(EXTENSION, extension))
          .parse(query);
    } catch (TooComplexToDeterminizeException e) {
      throw mistake(TOO_COMPLEX, e);
    } catch (ParseException | IllegalArgumentException e) {
      String line =
          e.getCause() instanceof IndexSearcher.TooManyClauses
              ? QueryWords.tooMany(null)
              : e.getMessage().lines().findFirst().orElse("");
      throw mistake(line, e);
    }
  }

  private Query parse(String name, String query) throws ParseException {
    Query parsed = parse(query);
    NamedFields fields = NamedFields.of(index.all());
    for (String field : QueryWords.fields(parsed)) {
      if (!boosts().containsKey(field)) {
        fields.require(name, field);
      }
    }
    return parsed;
  }

  /** What a match counts; an index that was rebuilt has text fields of its own. */
  private Map<String, Float> boosts() {
    Map<String, Float> boosts = new HashMap<>();
    Fields.words(index.config()).forEach(field -> boosts.put(field, 1f));
    index.config().textFields().forEach(field -> boosts.put(field, 1f));
    boosts.put(Fields.TITLE, 2f);
    return boosts;
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
      return new SearchReport(text, mode, 0, 0, true, List.of());
    } catch (TooComplexToDeterminizeException | FuzzyTermsEnum.FuzzyTermsException e) {
      throw new ToolException(ExitCode.USAGE, TOO_COMPLEX);
    }
  }

  private SearchReport best(String text, Query query, int top, Snippets details)
      throws IOException {
    OneVersionDocs found = new OneVersionSearch(searcher).search(query, top, order);
    List<SearchReport.Hit> hits = new ArrayList<>();
    for (OneVersionDocs.Hit hit : found.hits()) {
      hits.add(
          hit(
              hits.size() + 1,
              hit.doc().doc,
              HitSort.score(hit.doc()),
              hit.versions(),
              hit.matchingVersions(),
              details));
    }
    return new SearchReport(
        text, mode, found.groups().value(), found.documents().value(), searcher.timedOut(), hits);
  }

  private SearchReport plain(String text, Query query, int top, Snippets details)
      throws IOException {
    TopDocs found =
        searcher.search(query, new TopFieldCollectorManager(order, top, null, Integer.MAX_VALUE));
    List<SearchReport.Hit> hits = new ArrayList<>();
    for (var scored : found.scoreDocs) {
      int versions = index.versions(scored.doc);
      hits.add(hit(hits.size() + 1, scored.doc, HitSort.score(scored), versions, null, details));
    }
    long total = found.totalHits.value();
    return new SearchReport(text, mode, total, total, searcher.timedOut(), hits);
  }

  private SearchReport.Hit hit(
      int rank, int doc, float score, int versions, Integer matchingVersions, Snippets details)
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
        details == null ? null : details.fields(doc));
  }
}
