// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.util.List;
import java.util.Locale;

/**
 * What a search found. Component names are the keys of the JSON.
 *
 * @param query as given
 * @param mode which documents were searched
 * @param total documents that match, exactly
 * @param hits the best of them, best first
 */
record SearchReport(String query, Search.Mode mode, long total, List<Hit> hits) {

  /**
   * One document.
   *
   * @param rank from 1
   * @param id the document's id
   * @param score higher is better
   * @param title empty if it has none
   * @param variants near-duplicates hidden behind this document
   * @param hiddenBehind id of the visible document this one is hidden behind; null if it is visible
   */
  record Hit(int rank, String id, float score, String title, int variants, String hiddenBehind) {

    private String text() {
      return String.format(Locale.ROOT, "%4d  %8.4f  %s  %s%s", rank, score, id, title, versions());
    }

    private String versions() {
      if (hiddenBehind != null) {
        return "  (hidden behind " + hiddenBehind + ")";
      } else if (variants > 0) {
        return "  (+" + variants + (variants == 1 ? " version)" : " versions)");
      }
      return "";
    }
  }

  /** For people. */
  String text() {
    StringBuilder lines = new StringBuilder();
    lines.append(String.format(Locale.ROOT, "%,d %s", total, total == 1 ? "hit" : "hits"));
    hits.forEach(hit -> lines.append('\n').append(hit.text()));
    return lines.toString();
  }
}
