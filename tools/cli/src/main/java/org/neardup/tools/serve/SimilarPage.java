// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.search.Similar;
import org.neardup.tools.search.SimilarReport;

/** What resembles a document, or a text that the reader pastes. */
record SimilarPage(Site site) implements Handler {
  private static final String TEMPLATE = "serve/similar.jte";
  private static final int TOP = 20;
  private static final int COMPARED = 5;
  private static final int MAX_COMPARED_CHARACTERS = 200_000;

  @Override
  public Input takes() {
    return Input.FORM;
  }

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    Request request = Request.of(parameters.only(Request.NAMES));
    VersionList.Maker documents = VersionList.Maker.of(index, site);
    DocumentCard of = request.id().isEmpty() ? null : documents.card(documents.find(request.id()));
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
      List<Integer> docs = new ArrayList<>();
      for (SimilarReport.Hit hit : report.hits()) {
        docs.add(documents.find(hit.id()));
      }
      List<DocumentCard> cards = site.cards().of(index, docs);
      for (int i = 0; i < docs.size(); i++) {
        hits.add(
            new View.Near(
                report.hits().get(i),
                cards.get(i),
                i < COMPARED ? difference(index, request.text(), docs.get(i)) : null));
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
    String stored = Site.text(index, doc);
    boolean isCompared =
        !stored.isEmpty() && stored.length() + text.length() <= MAX_COMPARED_CHARACTERS;
    return isCompared ? Sketching.of(index).difference(text, stored) : null;
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
      Request request,
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
    record Near(SimilarReport.Hit hit, DocumentCard card, TextDifference difference) {}
  }

  /**
   * What is to be compared with all documents: one of them, or a text. Empty texts were not given.
   *
   * @param min least estimated resemblance
   * @param scope in which to look for a text
   */
  record Request(String id, String text, double min, String scope) {
    static final String[] NAMES = {"id", "text", "min", "scope"};
    private static final int MAX_CHARACTERS = 1_000_000;
    private static final double MINIMUM = 0.5;

    static Request of(Parameters parameters) {
      Request request =
          new Request(
              parameters.exact("id"),
              parameters.text("text", MAX_CHARACTERS),
              parameters.resemblance("min", MINIMUM),
              parameters.text("scope", MAX_CHARACTERS));
      if (!request.id.isEmpty() && !request.text.isEmpty()) {
        throw Parameters.mistake("id or text must be given, got both");
      }
      return request;
    }

    boolean isEmpty() {
      return id.isEmpty() && text.isEmpty();
    }

    SimilarReport run(NeardupIndex index, int top) throws IOException {
      Similar similar = new Similar(index, min, top, scope.isEmpty() ? null : scope);
      return text.isEmpty() ? similar.byDocument(id) : similar.toText("the text", text);
    }
  }
}
