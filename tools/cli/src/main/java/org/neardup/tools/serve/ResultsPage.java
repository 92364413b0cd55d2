// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Statistics;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;
import org.neardup.tools.search.Snippets;

/** The search box, and hits if there is a query. */
record ResultsPage(Site site) implements Page {
  private static final String TEMPLATE = "serve/results.jte";
  private static final String WELCOME = "serve/welcome.jte";

  /** More are on the page of the document. */
  private static final int VERSIONS_OF_HIT = 3;

  private static final int LARGEST_GROUPS = 10;

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    SearchRequest request =
        SearchRequest.of(parameters.only("q", "mode", "filter", "sort", "page", "open"));
    Heading heading = new Heading(site.name(), request, SortFields.of(index.all()));
    if (request.query().isEmpty()) {
      return Answer.page(
          200,
          WELCOME,
          new Welcome(heading, index.counts(), Statistics.largestGroups(index, LARGEST_GROUPS)));
    }
    try {
      return Answer.page(200, TEMPLATE, results(index, heading, parameters.exact("open")));
    } catch (ToolException mistake) {
      if (mistake.exitCode() != ExitCode.USAGE) {
        throw mistake;
      }
      return Answer.page(
          400, TEMPLATE, new Results(heading, null, List.of(), mistake.getMessage()));
    }
  }

  private Results results(NeardupIndex index, Heading heading, String open) throws IOException {
    SearchRequest request = heading.request();
    int last = request.page() * SearchRequest.HITS_ON_PAGE;
    SearchReport report = request.run(index, last, null);
    int found = report.hits().size();
    List<SearchReport.Hit> hits =
        report.hits().subList(Math.min(found, last - SearchRequest.HITS_ON_PAGE), found);
    return new Results(heading, report, cards(index, request, hits, open), null);
  }

  private List<HitCard> cards(
      NeardupIndex index, SearchRequest request, List<SearchReport.Hit> hits, String open)
      throws IOException {
    Snippets snippets = new Snippets(index, request.parsed(new Search(index, request.mode())));
    VersionList.Maker versions = new VersionList.Maker(index, site.dateField());
    List<HitCard> cards = new ArrayList<>();
    for (SearchReport.Hit hit : hits) {
      int doc = versions.find(hit.id());
      DocumentCard card = DocumentCard.of(index, doc, site.dateField());
      cards.add(
          new HitCard(
              hit,
              card,
              snippets.title(card.title()),
              snippets.text(doc),
              request.link(),
              hit.id().equals(open)
                  ? versions.of(doc, VERSIONS_OF_HIT)
                  : new VersionList(hit.versions() - 1, List.of())));
    }
    return cards;
  }
}
