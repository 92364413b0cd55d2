// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.neardup.search.explain.GroupSummaries;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Paint;

/**
 * What a search found. Component names are the keys of the JSON.
 *
 * @param query as given
 * @param mode which documents were searched and shown
 * @param total how many hits there are in all, exactly
 * @param documents how many of the documents searched match, exactly
 * @param timedOut whether time ran out: then hits are some of those that there are, and totals
 *     lower bounds
 * @param hits the best of them, best first
 * @param notes what a person should know of how the query was understood
 */
public record SearchReport(
    String query,
    Search.Mode mode,
    long total,
    long documents,
    boolean timedOut,
    List<Hit> hits,
    List<String> notes) {

  /** The same with notes. */
  SearchReport with(List<String> told) {
    return new SearchReport(query, mode, total, documents, timedOut, hits, told);
  }

  /**
   * One document.
   *
   * @param rank from 1
   * @param id the document's id
   * @param score higher is better
   * @param title empty if it has none
   * @param versions documents of its group, this one included
   * @param matchingVersions of these, the ones that match, this one included; null if each of them
   *     is a hit, or hidden ones are not searched
   * @param hiddenBehind id of the visible document this one is hidden behind; null if it is visible
   * @param snippet what the query matches in its text, with the words around it; null if that was
   *     not asked for
   * @param fields the stored values of the fields that were asked for; null if that was not
   * @param summary of its group; null if that was not asked for
   */
  public record Hit(
      int rank,
      String id,
      float score,
      String title,
      int versions,
      Integer matchingVersions,
      String hiddenBehind,
      List<Snippets.Part> snippet,
      Map<String, List<String>> fields,
      GroupSummaries.Summary summary) {

    private static final String INDENT = "\n" + " ".repeat(16);

    private String text(Paint paint, String origin) {
      String shown = paint.bold(OneLine.of(title.isEmpty() ? id : title));
      String named = title.isEmpty() ? shown : OneLine.of(id) + "  " + shown;
      return String.format(Locale.ROOT, "%4d  %8.4f  %s%s", rank, score, named, remark(origin))
          + details(paint);
    }

    private String details(Paint paint) {
      StringBuilder lines = new StringBuilder();
      if (snippet != null && !snippet.isEmpty()) {
        lines.append(INDENT);
        for (Snippets.Part part : snippet) {
          String text = OneLine.of(part.text());
          lines.append(part.match() ? paint.bold(text) : text);
        }
      }
      if (fields != null) {
        fields.forEach(
            (name, values) ->
                lines.append(INDENT).append(OneLine.of(name + ": " + String.join("; ", values))));
      }
      return lines.toString();
    }

    private String remark(String origin) {
      if (hiddenBehind != null) {
        String behind = "hidden behind " + OneLine.of(hiddenBehind);
        return "  (" + (matchingVersions == null ? behind : behind + "; " + others(origin)) + ")";
      }
      return versions > 1 ? "  (" + others(origin) + ")" : "";
    }

    private String others(String origin) {
      String others = "+" + Counted.of(versions - 1, "version");
      String told = summary == null ? "" : OneLine.of(HitSummaries.text(summary, origin));
      return matchingVersions == null
          ? others + told
          : others + told + (told.isEmpty() ? ", " : "; ") + (matchingVersions - 1) + " matching";
    }
  }

  /**
   * For people.
   *
   * @param origin what summaries call an origin
   */
  public String text(Paint paint, String origin) {
    StringBuilder lines = new StringBuilder();
    lines.append(Counted.of(total, "hit"));
    if (documents != total) {
      lines.append(" (").append(Counted.of(documents, "document")).append(')');
    }
    if (timedOut) {
      lines.append("; time ran out, so there may be more");
    }
    hits.forEach(hit -> lines.append('\n').append(hit.text(paint, origin)));
    return lines.toString();
  }
}
