// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.Overview;
import org.neardup.tools.report.ThresholdSweep;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;
import org.neardup.tools.search.Snippets;

/** The search box, and hits if there is a query. */
record ResultsPage(
    Site site, PerCommit<String, Overview> overview, PerCommit<Integer, List<Change>> words)
    implements Page {
  private static final String TEMPLATE = "serve/results.jte";
  private static final String WELCOME = "serve/welcome.jte";

  /** More are on the page of the document. */
  private static final int VERSIONS_OF_HIT = 3;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    SearchRequest request =
        SearchRequest.of(
            parameters.only("q", "mode", "filter", "sort", "page", "open", "narrow", "threshold"));
    Heading heading = Heading.of(site, request, index.all());
    if (request.query().isEmpty()) {
      double threshold = parameters.resemblance("threshold", index.config().threshold());
      IndexCounts counts = index.counts(); // before what may take longer than a request
      Overview found = overview.of(index, site.dateField());
      return Answer.page(
          200, WELCOME, new Welcome(heading, counts, found, found.nearest(threshold)));
    }
    try {
      return Answer.page(200, TEMPLATE, results(index, heading, parameters));
    } catch (ToolException mistake) {
      if (mistake.exitCode() != ExitCode.USAGE) {
        throw mistake;
      }
      return Answer.page(
          400, TEMPLATE, new Results(heading, null, List.of(), List.of(), mistake.getMessage()));
    }
  }

  private Results results(NeardupIndex index, Heading heading, Parameters parameters)
      throws IOException {
    SearchRequest request = heading.request();
    int last = request.page() * SearchRequest.HITS_ON_PAGE;
    SearchReport report = request.run(index, last, null);
    int found = report.hits().size();
    List<SearchReport.Hit> hits =
        report.hits().subList(Math.min(found, last - SearchRequest.HITS_ON_PAGE), found);
    List<HitCard> cards = cards(index, request, hits, parameters.exact("open"));
    boolean isNarrowed = parameters.choice("narrow", Narrow.NO) == Narrow.YES;
    return new Results(
        heading, report, cards, isNarrowed ? facets(index, request) : List.of(), null);
  }

  /** Whether to count what the documents that match have in common. */
  private enum Narrow {
    NO,
    YES
  }

  private List<Facets> facets(NeardupIndex index, SearchRequest request) throws IOException {
    UnaryOperator<String> filter = value -> request.link("filter", value);
    UnaryOperator<String> ofSite =
        host -> filter.apply("url:/https?:\\/\\/" + host.replace(".", "\\.") + "([:\\/].*)?/");
    return request.with(
        index,
        query ->
            Facets.of(
                index, query, doc -> true, site.dateField(), new Facets.Narrower(ofSite, filter)));
  }

  private List<HitCard> cards(
      NeardupIndex index, SearchRequest request, List<SearchReport.Hit> hits, String open)
      throws IOException {
    Snippets snippets = new Snippets(index, request.parsed(index), List.of());
    VersionList.Maker versions = VersionList.Maker.of(index, site);
    List<HitCard> cards = new ArrayList<>();
    for (SearchReport.Hit hit : hits) {
      int doc = versions.find(hit.id());
      DocumentCard card = DocumentCard.of(index, doc, site);
      boolean isOpen = hit.id().equals(open);
      cards.add(
          new HitCard(
              hit,
              card,
              snippets.title(card.title()),
              snippets.text(doc),
              request.link(),
              isOpen
                  ? versions.of(doc, 0, VERSIONS_OF_HIT)
                  : VersionList.closed(hit.versions() - 1),
              isOpen || hit.versions() < 2 ? List.of() : words.of(index, doc)));
    }
    return cards;
  }

  /**
   * A page of hits.
   *
   * @param report null if the request is refused
   * @param hits on this page
   * @param facets of all documents that match; none if they were not asked for
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

    /**
     * What collapse did to this page: the documents that match behind its hits, their hidden
     * versions, or the hits that are hidden in other modes.
     */
    long collapsed() {
      Stream<SearchReport.Hit> all = hits.stream().map(HitCard::hit);
      return switch (report.mode()) {
        case BEST -> all.mapToLong(SearchReport.Hit::matchingVersions).sum();
        case HIDE -> all.mapToLong(hit -> hit.versions() - 1L).sum();
        case ALL -> all.filter(hit -> hit.hiddenBehind() != null).count();
      };
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
   * The first page.
   *
   * @param counts of the index
   * @param overview of its groups
   * @param chosen the threshold to tell about; null if there are none
   */
  record Welcome(
      Heading heading, IndexCounts counts, Overview overview, ThresholdSweep.Point chosen) {
    /** Groups of some sizes, as parts of a strip that is 100 long. */
    List<Part> strip() {
      List<Part> parts = new ArrayList<>();
      double all = overview.sizes().stream().mapToLong(Overview.Size::documents).sum();
      double from = 0;
      for (Overview.Size size : overview.sizes()) {
        double width = 100 * size.documents() / all;
        parts.add(new Part(size, Numbers.place(from), Numbers.place(width)));
        from += width;
      }
      return parts;
    }

    /** A part of a strip, from the left. */
    record Part(Overview.Size size, String from, String width) {}
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
   */
  record HitCard(
      SearchReport.Hit hit,
      DocumentCard card,
      List<Snippets.Part> title,
      List<Snippets.Part> snippet,
      String page,
      VersionList versions,
      List<Change> changes) {

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
