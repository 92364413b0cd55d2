// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.List;
import org.neardup.search.explain.TextDifference;
import org.neardup.tools.console.Counted;
import org.neardup.tools.search.SimilarReport;

/**
 * What resembles a document or a text.
 *
 * @param of the document; null if it is a text
 * @param hasScopes whether a text is to be looked for in a scope
 * @param report null before a search
 * @param refusal why there is none; null if it is not refused
 */
record SimilarView(
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
      return Link.toDocument(hit.hiddenBehind());
    }
  }

  /** As in {@code 3 documents}. */
  String count() {
    return Counted.of(report.total(), "document");
  }

  String compareLink(Near near) {
    return Link.toComparison(of.id(), near.card().id());
  }
}
