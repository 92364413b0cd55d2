// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.Query;
import org.neardup.search.explain.Contrast.Change;
import org.neardup.search.explain.GroupSummaries.Differences;
import org.neardup.search.explain.GroupSummaries.Summary;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.search.HitSummaries;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;
import org.neardup.tools.search.Snippets;

/** Hits of a query; the first page if there is none. */
record ResultsPage(
    Site site,
    FirstPage first,
    PerCommit<Integer, List<Change>> words,
    PerCommit<Integer, Optional<Differences>> differences)
    implements Handler {
  private static final String TEMPLATE = "serve/results.jte";

  /** More are on the page of the document. */
  private static final int VERSIONS_OF_HIT = 3;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    SearchRequest request =
        SearchRequest.of(
            parameters.only(
                "q", "mode", "filter", "site", "sort", "page", "open", "narrow", "threshold"));
    if (request.query().isEmpty()) {
      return first.answerNow(index, parameters);
    }
    Heading heading = Heading.of(site, request, index.all());
    try {
      return Answer.page(200, TEMPLATE, results(index, heading, parameters));
    } catch (ToolException mistake) {
      if (mistake.exitCode() != ExitCode.USAGE) {
        throw mistake;
      }
      return Answer.page(
          400, TEMPLATE, new Results(heading, null, List.of(), null, mistake.getMessage()));
    }
  }

  private Results results(NeardupIndex index, Heading heading, Parameters parameters)
      throws IOException {
    SearchRequest request = heading.request();
    int last = request.page() * SearchRequest.HITS_ON_PAGE;
    SearchReport report = request.run(index, last, null, null);
    int found = report.hits().size();
    List<SearchReport.Hit> hits =
        report.hits().subList(Math.min(found, last - SearchRequest.HITS_ON_PAGE), found);
    boolean isNarrowed =
        parameters.choice("narrow", Narrow.NO) == Narrow.YES
            || !request.narrowing().isEmpty()
            || !request.sort().isEmpty();
    return request.with(
        index,
        parsed ->
            new Results(
                heading,
                report,
                cards(index, request, parsed, hits, parameters.exact("open")),
                isNarrowed ? facets(index, request, parsed.filtered()) : null,
                null));
  }

  /** Whether to count what the documents that match have in common. */
  private enum Narrow {
    NO,
    YES
  }

  private List<Facets> facets(NeardupIndex index, SearchRequest request, Query query)
      throws IOException {
    Facets.Narrower narrower =
        new Facets.Narrower(
            host -> request.link("site", host),
            condition -> request.link("filter", request.narrowing().and(condition)));
    return Facets.of(index, query, doc -> true, site.dateField(), narrower);
  }

  private List<HitCard> cards(
      NeardupIndex index,
      SearchRequest request,
      Search.Parsed parsed,
      List<SearchReport.Hit> hits,
      String open)
      throws IOException {
    Snippets snippets = new Snippets(index, parsed.query(), List.of());
    VersionList.Maker versions = VersionList.Maker.of(index, site);
    List<Integer> docs = new ArrayList<>();
    for (SearchReport.Hit hit : hits) {
      docs.add(versions.find(hit.id()));
    }
    List<DocumentCard> told = site.cards().of(index, docs);
    HitSummaries summaries = HitSummaries.byDefault(index, site.dateField());
    List<Summary> groups =
        summaries.groups().withoutTexts().of(docs.stream().mapToInt(doc -> doc).toArray(), null);
    List<HitCard> cards = new ArrayList<>();
    for (int i = 0; i < hits.size(); i++) {
      SearchReport.Hit hit = hits.get(i);
      int doc = docs.get(i);
      boolean isOpen = hit.id().equals(open);
      cards.add(
          new HitCard(
              hit,
              told.get(i),
              snippets.title(told.get(i).title()),
              snippets.text(doc),
              request.link(),
              isOpen
                  ? versions.of(doc, null, 0, VERSIONS_OF_HIT)
                  : VersionList.closed(hit.versions() - 1),
              isOpen || hit.versions() < 2 ? List.of() : words.of(index, doc),
              hit.versions() < 2
                  ? null
                  : new HitVersions(
                      groups.get(i).with(differences.of(index, doc).orElse(null)),
                      summaries.origin(),
                      told.get(i))));
    }
    return cards;
  }

  /**
   * A page of hits.
   *
   * @param report null if the request is refused
   * @param hits on this page
   * @param facets of all documents that match; null if they were not asked for
   * @param refusal why there are none; null if it is not refused
   */
  record Results(
      Heading heading,
      SearchReport report,
      List<HitCard> hits,
      List<Facets> facets,
      String refusal) {

    /** The rank of the first hit. */
    int first() {
      return (heading.request().page() - 1) * SearchRequest.HITS_ON_PAGE + 1;
    }

    /** Hits among the documents that match, in percent. */
    double shown() {
      return report.mode() == Search.Mode.BEST
          ? 100.0 * report.total() / Math.max(1, report.documents())
          : 100;
    }

    /** The number of the last page that can be asked for. */
    int pages() {
      long all = (report.total() + SearchRequest.HITS_ON_PAGE - 1) / SearchRequest.HITS_ON_PAGE;
      return (int) Math.min(SearchRequest.MAX_PAGES, all);
    }
  }

  /**
   * A hit of a search.
   *
   * @param hit as found
   * @param title what matches in it
   * @param snippet what matches in the text
   * @param page address of the page of hits
   * @param versions the others of its group, compared where the reader opened them
   * @param changes in what one of these differs, where they are closed
   * @param summary of all of them; null if it is the only one
   */
  record HitCard(
      SearchReport.Hit hit,
      DocumentCard card,
      List<Snippets.Part> title,
      List<Snippets.Part> snippet,
      String page,
      VersionList versions,
      List<Change> changes,
      HitVersions summary) {

    /** The same page with the versions compared. */
    String openLink() {
      return page + "&open=" + Parameters.encode(hit.id()) + "#opened";
    }

    /** As in {@code 2 of them match}; empty where that is not known. */
    String matching() {
      if (hit.matchingVersions() == null || versions.total() == 0) {
        return "";
      }
      int others = hit.matchingVersions() - 1;
      if (others == versions.total()) {
        return others == 1 ? "it matches, too" : "all match";
      }
      return others == 0
          ? "none matches"
          : others + " of them " + (others == 1 ? "matches" : "match");
    }
  }
}
