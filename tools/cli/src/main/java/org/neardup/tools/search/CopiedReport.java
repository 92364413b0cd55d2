// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.page.Excerpt;

/**
 * What a document or a file has from the documents of an index. Component names are the keys of the
 * JSON.
 *
 * @param of the document's id, or the file as given
 * @param min least share of the text that a hit holds
 * @param shingle what is counted
 * @param elements different shingles of the text
 * @param total documents that hold at least that share, without the document itself
 * @param skipped candidates that were not looked at, as there were too many
 * @param hits those that hold the most of the text, best first
 * @param sources in turn, the document that holds the most of what those before it do not
 * @param unexplained share of the text that is in none of these sources
 */
public record CopiedReport(
    String of,
    double min,
    String shingle,
    int elements,
    int total,
    int skipped,
    List<Hit> hits,
    List<Source> sources,
    double unexplained) {
  private static final int MOST_PASSAGES = 10;
  private static final int MOST_CHARACTERS = 60;

  /**
   * A document.
   *
   * @param id the document's id
   * @param title empty if it has none
   * @param hiddenBehind id of the visible document this one is hidden behind; null if it is visible
   */
  public record Named(String id, String title, String hiddenBehind) {
    private String text() {
      return OneLine.of(id)
          + "  "
          + OneLine.of(title)
          + (hiddenBehind == null ? "" : "  (hidden behind " + OneLine.of(hiddenBehind) + ")");
    }
  }

  /**
   * A passage that stands in both, by offsets of characters.
   *
   * @param from where it begins in the text
   * @param to where it ends in the text
   * @param sourceFrom where it begins in the document
   * @param sourceTo where it ends in the document
   * @param text as it stands in the text
   */
  public record Passage(int from, int to, int sourceFrom, int sourceTo, String text) {
    private String line() {
      return String.format(
          Locale.ROOT,
          "        %d-%d from %d-%d: %s",
          from,
          to,
          sourceFrom,
          sourceTo,
          Excerpt.of(OneLine.of(text), MOST_CHARACTERS));
    }
  }

  /**
   * A document that holds much of the text.
   *
   * @param rank from 1
   * @param containment share of the text that is in the document, 0 to 1
   * @param containmentOfDocument share of the document that is in the text, 0 to 1
   * @param common shingles that are in both
   * @param elements different shingles of the document
   * @param passages all of the text that the document has
   */
  public record Hit(
      int rank,
      @JsonUnwrapped Named document,
      double containment,
      double containmentOfDocument,
      int common,
      int elements,
      List<Passage> passages) {}

  /**
   * A document as one of several sources.
   *
   * @param share of the text that it holds and no source before it does, 0 to 1
   * @param passages of that, in the order of the text
   */
  public record Source(@JsonUnwrapped Named document, double share, List<Passage> passages) {}

  public String text() {
    StringBuilder lines = new StringBuilder();
    lines
        .append(Counted.of(elements, "shingle"))
        .append("; held to at least ")
        .append(min)
        .append(" by ")
        .append(Counted.of(total, "document"));
    if (skipped > 0) {
      lines.append("; ").append(Counted.of(skipped, "more candidate")).append(" skipped");
    }
    for (Hit hit : hits) {
      String shares =
          String.format(
              Locale.ROOT,
              "\n%4d  %.3f  %.3f  ",
              hit.rank(),
              hit.containment(),
              hit.containmentOfDocument());
      lines.append(shares).append(hit.document().text());
      append(lines, hit.passages());
    }
    if (!sources.isEmpty()) {
      appendSources(lines);
    }
    return lines.toString();
  }

  private void appendSources(StringBuilder lines) {
    lines.append('\n').append(Counted.of(sources.size(), "source"));
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      lines
          .append(String.format(Locale.ROOT, "\n%4d  %.3f  ", i + 1, source.share()))
          .append(source.document().text());
      append(lines, source.passages());
    }
    lines.append(String.format(Locale.ROOT, "\n      %.3f  in none of them", unexplained));
  }

  private static void append(StringBuilder lines, List<Passage> passages) {
    passages.stream()
        .limit(MOST_PASSAGES)
        .forEach(passage -> lines.append('\n').append(passage.line()));
    if (passages.size() > MOST_PASSAGES) {
      lines
          .append("\n        and ")
          .append(passages.size() - MOST_PASSAGES)
          .append(" more; --json has them all");
    }
  }
}
