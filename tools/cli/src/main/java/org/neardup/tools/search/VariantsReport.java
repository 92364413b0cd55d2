// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.neardup.compare.Overlap;
import org.neardup.index.Verification;
import org.neardup.record.Place;
import org.neardup.search.explain.Comparison.Estimate;
import org.neardup.search.explain.Explainer;
import org.neardup.search.explain.Versions;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.page.Numbers;

/**
 * The versions of a document. Component names are the keys of the JSON.
 *
 * @param representative id of the visible one, or the one that stands in for it, if it was deleted
 *     by another program
 * @param total how many there are
 * @param versions the representative, then the others, most similar first
 * @param guarded visible documents that are near the representative and that guards part from it
 */
public record VariantsReport(
    String representative, int total, List<Version> versions, List<GuardedNeighbour> guarded) {

  /**
   * One of them.
   *
   * @param id the document's id
   * @param title empty if it has none
   * @param place whether it is shown
   * @param estimate of its resemblance to the visible one; null if its text is empty
   * @param exact its resemblance to the visible one, which is a; null if texts are not stored
   * @param date the value of the field that was asked for; null if none was, or it has none
   */
  public record Version(
      String id, String title, Place place, Estimate estimate, Overlap exact, String date) {

    private String text(int rank) {
      return String.format(
          Locale.ROOT,
          "%4d  %s  %s  %s%s%s",
          rank,
          resemblances(exact, estimate),
          OneLine.of(id),
          OneLine.of(title),
          date == null ? "" : "  " + OneLine.of(date),
          place == Place.VISIBLE ? "" : "  (" + remark(rank) + ")");
    }

    /** The first is the visible one, unless another program deleted it. */
    private String remark(int rank) {
      if (rank == 1) {
        return "stands in for a deleted document";
      }
      return switch (place) {
        case HIDDEN, VISIBLE -> "hidden";
        case CONTAINED -> "hidden, contained" + share();
      };
    }

    private String share() {
      return exact == null ? "" : String.format(Locale.ROOT, ": %.3f", exact.containmentOfB());
    }
  }

  /**
   * Lists the versions of a document.
   *
   * @param dateField a stored field to show with each; null for none
   * @param most how many to list, at least 1
   */
  public static VariantsReport of(NeardupIndex index, String id, String dateField, int most)
      throws IOException {
    Sketching sketching = Sketching.of(index);
    Explainer explainer = sketching.explainer(Verification.AUTO);
    int doc = sketching.find(explainer, id);
    Versions found = explainer.versions(doc, dateField, most);
    List<Version> versions = new ArrayList<>();
    for (Versions.Version version : found.versions()) {
      versions.add(
          new Version(
              version.id(),
              index.name(version.doc()).title(),
              version.place(),
              version.estimate(),
              version.exact(),
              version.date()));
    }
    return new VariantsReport(
        found.representative(),
        found.total(),
        versions,
        GuardedNeighbour.of(sketching, explainer, doc));
  }

  /** A resemblance, counted and estimated; {@code -} for one that is not known. */
  static String resemblances(Overlap exact, Estimate estimate) {
    return String.format(
        Locale.ROOT,
        "%5s  %13s",
        exact == null ? "-" : Numbers.decimal(exact.resemblance()),
        estimate == null ? "-" : Numbers.plusMinus(estimate));
  }

  public String text() {
    StringBuilder lines = new StringBuilder();
    lines.append(Counted.of(total, "version"));
    for (int i = 0; i < versions.size(); i++) {
      lines.append('\n').append(versions.get(i).text(i + 1));
    }
    if (!guarded.isEmpty()) {
      lines.append("\nnear, but parted by guards");
    }
    guarded.forEach(neighbour -> lines.append('\n').append(neighbour.text()));
    return lines.toString();
  }
}
