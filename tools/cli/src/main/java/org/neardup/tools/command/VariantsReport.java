// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.util.List;
import java.util.Locale;
import org.neardup.compare.Overlap;
import org.neardup.record.Place;
import org.neardup.search.explain.Estimate;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;

/**
 * The versions of a document. Component names are the keys of the JSON.
 *
 * @param representative id of the visible one, or the one that stands in for it, if it was deleted
 *     by another program
 * @param total how many there are
 * @param versions the representative, then the others, most similar first
 */
record VariantsReport(String representative, int total, List<Version> versions) {

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
  record Version(
      String id, String title, Place place, Estimate estimate, Overlap exact, String date) {

    private String text(int rank) {
      return String.format(
          Locale.ROOT,
          "%4d  %5s  %13s  %s  %s%s%s",
          rank,
          exact == null ? "-" : String.format(Locale.ROOT, "%.3f", exact.resemblance()),
          estimate == null ? "-" : ExplainText.plusMinus(estimate),
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
      return place == Place.HIDDEN ? "hidden" : "would be hidden";
    }
  }

  /** For people. */
  String text() {
    StringBuilder lines = new StringBuilder();
    lines.append(Counted.of(total, "version"));
    for (int i = 0; i < versions.size(); i++) {
      lines.append('\n').append(versions.get(i).text(i + 1));
    }
    return lines.toString();
  }
}
