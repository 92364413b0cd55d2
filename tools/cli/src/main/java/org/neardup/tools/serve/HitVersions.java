// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.neardup.search.explain.ChangeKind;
import org.neardup.search.explain.GroupSummaries;
import org.neardup.search.explain.GroupSummaries.Differences;
import org.neardup.search.explain.GroupSummaries.Summary;
import org.neardup.tools.console.Json;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.page.Numbers;
import org.neardup.tools.report.DocumentCard;
import org.neardup.tools.search.HitSummaries;

/**
 * What the versions of a document say that it does not say itself, each part with a link to the
 * versions that it means.
 *
 * @param origin what to call an origin
 * @param shown the document
 */
record HitVersions(Summary summary, String origin, DocumentCard shown) {

  /** Words that lead to some versions. */
  record Part(String words, String link) {}

  /** In what the versions of a document differ from it, if texts are stored. */
  static Optional<Differences> differences(NeardupIndex index, int doc) throws IOException {
    GroupSummaries groups = GroupSummaries.of(index.all(), index.config(), index.analyzer());
    return Optional.ofNullable(groups.differences(doc));
  }

  /** As in {@code 9 sites}; null if there is one or none. */
  Part origins() {
    return summary.origins() != null && summary.origins().size() > 1
        ? new Part(Numbers.count(summary.origins().size(), origin), shown.link() + "#origins")
        : null;
  }

  /** As in {@code first 2023-08-03 wire}; null if it is the document, or no date is known. */
  Part first() {
    return summary.first() == null || summary.first().id().equals(shown.id())
        ? null
        : new Part(
            "first " + summary.first().date() + " " + HitSummaries.who(summary.first()),
            Site.linkToDocument(summary.first().id()));
  }

  /** As in {@code 2 differ in numbers}. */
  List<Part> differing() {
    List<Part> parts = new ArrayList<>();
    if (summary.differences() != null) {
      HitSummaries.differing(summary)
          .forEach((kind, words) -> parts.add(new Part(words, link(kind))));
    }
    return parts;
  }

  private String link(ChangeKind kind) {
    return shown.link() + "&differ=" + Json.lower(kind) + "#versions";
  }

  /** Links to the versions of each of several origins. */
  List<Part> byOrigin() {
    List<Part> parts = new ArrayList<>();
    summary
        .origins()
        .forEach(
            (value, count) ->
                parts.add(
                    new Part(
                        value + " (" + Numbers.count(count) + ")",
                        shown.link() + "&origin=" + Parameters.encode(value) + "#versions")));
    return parts;
  }

  /** How many were compared, if not all were; else empty. */
  String notCompared() {
    return HitSummaries.notCompared(summary);
  }
}
