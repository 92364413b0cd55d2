// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.List;
import java.util.Locale;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;

/**
 * What resembles a document or a file. Component names are the keys of the JSON.
 *
 * @param to the document's id, or the file as given
 * @param min least estimated resemblance
 * @param total documents of at least that, without the document itself
 * @param hits the most similar of them, most similar first
 */
public record SimilarReport(String to, double min, long total, List<Hit> hits) {

  /**
   * One document.
   *
   * @param rank from 1
   * @param id the document's id
   * @param resemblance 0 to 1: estimated, or of sets counted
   * @param standardError of the estimate; null if it is counted
   * @param title empty if it has none
   * @param hiddenBehind id of the visible document this one is hidden behind; null if it is visible
   */
  public record Hit(
      int rank,
      String id,
      double resemblance,
      Double standardError,
      String title,
      String hiddenBehind) {

    /** The resemblance with its standard error. */
    public String shown() {
      return standardError == null
          ? String.format(Locale.ROOT, "%.3f", resemblance)
          : String.format(Locale.ROOT, "%.3f ± %.3f", resemblance, standardError);
    }

    private String text() {
      return String.format(
          Locale.ROOT,
          "%4d  %s  %s  %s%s",
          rank,
          shown(),
          OneLine.of(id),
          OneLine.of(title),
          hiddenBehind == null ? "" : "  (hidden behind " + OneLine.of(hiddenBehind) + ")");
    }
  }

  public String text() {
    StringBuilder lines = new StringBuilder();
    lines.append(Counted.of(total, "document"));
    hits.forEach(hit -> lines.append('\n').append(hit.text()));
    return lines.toString();
  }
}
