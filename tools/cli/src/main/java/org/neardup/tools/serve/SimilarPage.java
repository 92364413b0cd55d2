// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.search.SimilarReport;

/** What resembles a document, or a text that the reader pastes. */
record SimilarPage(Site site) implements Page {
  private static final String TEMPLATE = "serve/similar.jte";
  private static final int TOP = 20;
  private static final int COMPARED = 5;
  private static final int MAX_COMPARED_CHARACTERS = 200_000;

  @Override
  public boolean takesForms() {
    return true;
  }

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    SimilarRequest request = SimilarRequest.of(parameters.only(SimilarRequest.NAMES));
    VersionList.Maker documents = new VersionList.Maker(index, site);
    DocumentCard of =
        request.id().isEmpty() ? null : DocumentCard.of(index, documents.find(request.id()), site);
    boolean hasScopes = !index.config().scopeField().isEmpty();
    SimilarReport report = null;
    List<View.Near> hits = new ArrayList<>();
    String refusal = null;
    try {
      report = request.isEmpty() ? null : request.run(index, TOP);
    } catch (ToolException mistake) {
      if (mistake.exitCode() != ExitCode.USAGE) {
        throw mistake;
      }
      refusal = mistake.getMessage();
    }
    if (report != null) {
      for (SimilarReport.Hit hit : report.hits()) {
        int doc = documents.find(hit.id());
        hits.add(
            new View.Near(
                hit,
                DocumentCard.of(index, doc, site),
                hit.rank() <= COMPARED ? difference(index, request.text(), doc) : null));
      }
    }
    return Answer.page(
        refusal == null ? 200 : 400,
        TEMPLATE,
        new View(Heading.of(site), request, of, hasScopes, report, hits, refusal));
  }

  private static TextDifference difference(NeardupIndex index, String text, int doc)
      throws IOException {
    if (text.isEmpty()) {
      return null;
    }
    String stored = DocumentCard.text(index, doc);
    boolean isCompared =
        !stored.isEmpty() && stored.length() + text.length() <= MAX_COMPARED_CHARACTERS;
    return isCompared ? TextDifference.of(text, stored) : null;
  }

  /**
   * What resembles a document or a text.
   *
   * @param of the document; null if it is a text
   * @param hasScopes whether a text is to be looked for in a scope
   * @param report null before a search
   * @param refusal why there is none; null if it is not refused
   */
  record View(
      Heading heading,
      SimilarRequest request,
      DocumentCard of,
      boolean hasScopes,
      SimilarReport report,
      List<Near> hits,
      String refusal) {

    /**
     * One document.
     *
     * @param difference of the text from it; null if the text of either is not known
     */
    record Near(SimilarReport.Hit hit, DocumentCard card, TextDifference difference) {
      String resemblance() {
        return hit.shown();
      }

      String behindLink() {
        return Site.linkToDocument(hit.hiddenBehind());
      }
    }

    /** As in {@code 3 documents}. */
    String count() {
      return Counted.of(report.total(), "document");
    }

    String compareLink(Near near) {
      return Site.linkToComparison(of.id(), near.card().id());
    }
  }
}
