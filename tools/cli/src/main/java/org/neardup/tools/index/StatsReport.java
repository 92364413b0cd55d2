// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
 * @param guards what they would do; null if that was not asked for, or no texts are stored
 */
public record StatsReport(
    IndexCounts counts,
    List<Group> largestGroups,
    Map<String, String> settings,
    int segments,
    long bytes,
    GuardEffects guards) {

  /** Of the settings, those that a person chose or may choose. */
  private static final Set<String> CHOSEN =
      Set.of(
          "analyzerName",
          "contained",
          "guards",
          "minElements",
          "preference",
          "scopeField",
          "shingling",
          "textFields",
          "threshold",
          "variants");

  private static final int LARGEST = 10;

  static final Comparator<Map.Entry<Long, Integer>> LARGEST_FIRST =
      Map.Entry.<Long, Integer>comparingByValue()
          .reversed()
          .thenComparing(Map.Entry.comparingByKey());

  /**
   * A set of near-duplicates.
   *
   * @param id of the visible document, or the one that stands in for it
   * @param title of that document; empty if it has none
   * @param documents the visible one and all that are hidden behind it
   */
  public record Group(String id, String title, int documents) {
    public String text() {
      return String.format(Locale.ROOT, "%6d  %s  %s", documents, OneLine.of(id), OneLine.of(title))
          .stripTrailing();
    }
  }

  /**
   * Counts documents, groups and bytes.
   *
   * @param withGuards whether to compare stored texts by guards
   */
  public static StatsReport of(NeardupIndex index, boolean withGuards) throws IOException {
    return new StatsReport(
        index.counts(),
        largestGroups(index),
        index.settings(),
        index.all().leaves().size(),
        index.bytes(),
        withGuards ? GuardEffects.of(index) : null);
  }

  /** The ten largest groups, largest first. */
  public static List<Group> largestGroups(NeardupIndex index) throws IOException {
    List<Group> largest = new ArrayList<>();
    for (var group :
        index.hiddenByGroup().entrySet().stream().sorted(LARGEST_FIRST).limit(LARGEST).toList()) {
      largest.add(group(index, group.getKey()));
    }
    return largest;
  }

  static Group group(NeardupIndex index, long number) throws IOException {
    // The hidden ones and one more, unless another program deleted the visible one.
    int documents = index.groups().ofGroup(number).length;
    NeardupIndex.Name name = index.name(index.representative(number));
    return new Group(name.id(), name.title(), documents);
  }

  /**
   * For people.
   *
   * @param all whether to show also what only the program needs to know
   */
  public String text(boolean all) {
    Table table =
        new Table()
            .row("documents", counts.documents())
            .row("visible", counts.visible())
            .row("hidden", counts.hidden())
            .row("groups", counts.groups())
            .row("bytes", bytes);
    settings.forEach(
        (name, value) -> {
          if (all || (CHOSEN.contains(name) && !value.isEmpty())) {
            table.row(name, value);
          }
        });
    if (all) {
      table.row("segments", segments);
    }
    StringBuilder lines = new StringBuilder(table.toString());
    if (!largestGroups.isEmpty()) {
      lines.append("\nlargest groups");
    }
    largestGroups.forEach(group -> lines.append('\n').append(group.text()));
    if (guards != null) {
      lines.append('\n').append(guards.text());
    }
    return lines.toString();
  }
}
