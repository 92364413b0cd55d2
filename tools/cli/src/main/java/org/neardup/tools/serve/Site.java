// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.neardup.index.Verification;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.GroupSummaries.Differences;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.GroupsReport.Order;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.page.Pages;
import org.neardup.tools.report.Cards;
import org.neardup.tools.search.HitSummaries;
import org.neardup.tools.search.VariantsReport;

/**
 * What is served: pages for people, and under {@code /api/} the JSON of the command of that name.
 *
 * @param folder of the index
 * @param dateField a stored field to show with documents
 * @param fields others of these
 * @param verdicts takes what readers say; null if nothing is taken
 */
record Site(IndexFolder folder, String dateField, List<String> fields, VerdictPage verdicts) {

  private static final int MAX_TOP = 1000;
  private static final int MOST_ROWS = 10_000; // of which the words that differ are kept

  /** What people call the index. */
  String name() {
    return folder.path().toAbsolutePath().normalize().getFileName().toString();
  }

  /** Makes what lists show of documents. */
  Cards cards() {
    return new Cards(dateField, fields, Site::linkToDocument);
  }

  /** All pages by their paths. */
  Map<String, Handler> pages() {
    Map<String, Handler> pages = new TreeMap<>();
    PerCommit<Integer, List<Change>> words = new PerCommit<>(MOST_ROWS, VersionList::changes);
    PerCommit<Order, List<Long>> orders =
        new PerCommit<>(
            Order.values().length, (index, order) -> GroupsReport.ordered(index, order, dateField));
    FirstPage first = FirstPage.of(this);
    PerCommit<Integer, Optional<Differences>> differences =
        new PerCommit<>(MOST_ROWS, HitVersions::differences);
    pages.put("/", new ResultsPage(this, first, words, differences));
    pages.put(FirstPage.WHOLE, first);
    pages.put("/api/search", this::search);
    pages.put("/api/variants", this::variants);
    pages.put("/api/explain", this::explain);
    pages.put("/api/stats", this::stats);
    pages.put("/api/collapse", new CollapsedLists());
    pages.put("/api/decide", new TextDecision());
    GroupsPage groups = new GroupsPage(this, words, orders);
    pages.put("/groups", groups);
    pages.put("/api/groups", groups::json);
    pages.put("/api/similar", new SimilarTexts());
    pages.put("/document", new DocumentPage(this, differences));
    pages.put("/compare", new ComparisonPage(this));
    pages.put("/similar", new SimilarPage(this));
    if (verdicts != null) {
      pages.put("/verdict", verdicts);
    }
    pages.put("/style.css", file("text/css", Pages.style()));
    pages.put("/page.js", file("text/javascript", resource("page.js")));
    pages.put("/icon.svg", file("image/svg+xml", resource("icon.svg")));
    return pages;
  }

  private static Handler file(String type, String content) {
    Answer answer = new Answer(200, type + "; charset=utf-8", content);
    return (index, parameters) -> answer;
  }

  private static String resource(String name) {
    return Pages.resource(Site.class, name);
  }

  /** All texts of a document, a line each; empty if none is stored. */
  static String text(NeardupIndex index, int doc) throws IOException {
    return Objects.requireNonNullElse(index.text(doc), "");
  }

  static String linkToDocument(String id) {
    return "/document?id=" + Parameters.encode(id);
  }

  static String linkToComparison(String a, String b) {
    return "/compare?a=" + Parameters.encode(a) + "&b=" + Parameters.encode(b);
  }

  static String linkToSimilar(String id) {
    return "/similar?id=" + Parameters.encode(id);
  }

  private static int top(Parameters parameters, int byDefault) {
    return parameters.number("top", byDefault, 1, MAX_TOP);
  }

  private Answer search(NeardupIndex index, Parameters parameters) throws IOException {
    SearchRequest request =
        SearchRequest.of(
            parameters.only("q", "mode", "filter", "sort", "top", "fields", "origins", "dates"));
    if (request.query().isEmpty()) {
      throw Parameters.mistake("q must be a query, got none");
    }
    return Answer.json(
        200,
        request.run(
            index,
            top(parameters, SearchRequest.HITS_ON_PAGE),
            parameters.list("fields"),
            HitSummaries.of(index, parameters.name("origins"), parameters.name("dates"))));
  }

  private Answer variants(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("id", "top");
    return Answer.json(
        200, VariantsReport.of(index, parameters.id("id"), dateField, top(parameters, 100)));
  }

  private Answer explain(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only("a", "b");
    return Answer.json(
        200,
        Sketching.of(index).compare(Verification.AUTO, parameters.id("a"), parameters.id("b")));
  }

  private Answer stats(NeardupIndex index, Parameters parameters) throws IOException {
    parameters.only();
    return Answer.json(200, StatsReport.of(index, false));
  }

  /** Texts are too long for an address. */
  private record SimilarTexts() implements Handler {
    @Override
    public Input takes() {
      return Input.FORM;
    }

    @Override
    public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
      SimilarPage.Request request =
          SimilarPage.Request.of(parameters.only("id", "text", "min", "scope", "top"));
      if (request.isEmpty()) {
        throw Parameters.mistake("id or text must be given, got neither");
      }
      return Answer.json(200, request.run(index, top(parameters, SearchRequest.HITS_ON_PAGE)));
    }
  }
}
