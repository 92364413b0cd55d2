// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.report.Overview;
import org.neardup.tools.report.ThresholdSweep;
import org.neardup.tools.search.SearchReport;
import org.neardup.tools.search.Snippets;

/** The search box, and hits if there is a query. */
record ResultsPage(Site site, LatestOverview overview, ChangedWords words) implements Page {
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
      Overview found = overview.of(index);
      return Answer.page(
          200, WELCOME, new Welcome(heading, index.counts(), found, found.nearest(threshold)));
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
    UnaryOperator<String> filter = value -> request.withFilter(value).link();
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
    VersionList.Maker versions = new VersionList.Maker(index, site);
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

    String narrowLink() {
      return heading.request().link() + "&narrow=yes";
    }

    /** The rank of the first hit. */
    int first() {
      return (heading.request().page() - 1) * SearchRequest.HITS_ON_PAGE + 1;
    }

    boolean hasFewerWords() {
      return heading.request().query().indexOf(' ') > 0;
    }

    Strip strip() {
      return Strip.of(report, hits);
    }

    /** The number of the last page that can be asked for. */
    int pages() {
      long all = (report.total() + SearchRequest.HITS_ON_PAGE - 1) / SearchRequest.HITS_ON_PAGE;
      return (int) Math.min(SearchRequest.MAX_PAGES, all);
    }
  }

  /**
   * What collapse did to a page of hits, and to the whole result.
   *
   * @param page in words
   * @param whole in words
   * @param shown hits among the documents that match, in percent
   */
  record Strip(String page, String whole, double shown) {

    boolean isCollapsed() {
      return shown < 100;
    }

    /** Of a bar that is 100 long. */
    String width() {
      return Welcome.tenths(shown);
    }

    static Strip of(SearchReport report, List<HitCard> cards) {
      List<SearchReport.Hit> hits = cards.stream().map(HitCard::hit).toList();
      String onPage = Counted.of(hits.size(), "hit");
      String total = Counted.of(report.total(), "hit");
      return switch (report.mode()) {
        case BEST ->
            new Strip(
                onPage
                    + " for "
                    + Counted.of(
                        hits.stream().mapToLong(SearchReport.Hit::matchingVersions).sum(),
                        "document"),
                total + " for " + Counted.of(report.documents(), "document") + " in all",
                100.0 * report.total() / Math.max(1, report.documents()));
        case HIDE ->
            new Strip(
                onPage
                    + " with "
                    + Counted.of(
                        hits.stream().mapToLong(hit -> hit.versions() - 1L).sum(),
                        "hidden version"),
                total + " in all; hidden versions are not searched",
                100);
        case ALL ->
            new Strip(
                onPage
                    + ", "
                    + hits.stream().filter(hit -> hit.hiddenBehind() != null).count()
                    + " of them hidden in the other views",
                total + " in all; nothing is collapsed",
                100);
      };
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
    String summary() {
      return counts.summary();
    }

    String documents() {
      return count(counts.documents());
    }

    String visible() {
      return count(counts.visible());
    }

    String hidden() {
      return count(counts.hidden());
    }

    String groups() {
      return count(counts.groups());
    }

    /** Groups of some sizes, as parts of a strip that is 100 long. */
    List<Part> strip() {
      List<Part> parts = new ArrayList<>();
      double all = overview.sizes().stream().mapToLong(Overview.Size::documents).sum();
      double from = 0;
      for (Overview.Size size : overview.sizes()) {
        double width = 100 * size.documents() / all;
        parts.add(new Part(size, tenths(from), tenths(width)));
        from += width;
      }
      return parts;
    }

    private static String tenths(double length) {
      return String.format(Locale.ROOT, "%.1f", length);
    }

    /** A part of a strip, from the left. */
    record Part(Overview.Size size, String from, String width) {
      String link() {
        return "/groups?size=" + size.range();
      }
    }

    private static String count(int number) {
      return String.format(Locale.ROOT, "%,d", number);
    }
  }
}
