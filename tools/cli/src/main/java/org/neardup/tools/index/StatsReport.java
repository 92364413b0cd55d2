// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Table;

/**
 * What an index holds. Component names are the keys of the JSON.
 *
 * @param counts of documents and groups
 * @param largestGroups the ten largest, largest first
 * @param settings what the index was made with, by name
 * @param segments parts of the index
 * @param bytes size on disk
 */
public record StatsReport(
    IndexCounts counts,
    List<Group> largestGroups,
    Map<String, String> settings,
    int segments,
    long bytes) {

  /**
   * A set of near-duplicates.
   *
   * @param id of the visible document, or the one that stands in for it
   * @param title of that document; empty if it has none
   * @param documents the visible one and all that are hidden behind it
   */
  public record Group(String id, String title, int documents) {
    /** For people. */
    public String text() {
      return String.format(Locale.ROOT, "%6d  %s  %s", documents, OneLine.of(id), OneLine.of(title))
          .stripTrailing();
    }
  }

  /** For people. */
  public String text() {
    Table table =
        new Table()
            .row("documents", counts.documents())
            .row("visible", counts.visible())
            .row("hidden", counts.hidden())
            .row("groups", counts.groups())
            .row("segments", segments)
            .row("bytes", bytes);
    settings.forEach(table::row);
    StringBuilder lines = new StringBuilder(table.toString());
    if (!largestGroups.isEmpty()) {
      lines.append("\nlargest groups");
    }
    largestGroups.forEach(group -> lines.append('\n').append(group.text()));
    return lines.toString();
  }
}
