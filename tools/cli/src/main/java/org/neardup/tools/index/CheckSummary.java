// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.index.CheckReport;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.RepairReport;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Table;

/**
 * What a run of {@code check} found. Component names are the keys of the JSON.
 *
 * @param documents in the index
 * @param visible of these, the ones that search shows
 * @param hidden of these, near-duplicates behind a visible one
 * @param comparedTexts documents whose sketch was compared with the text stored beside it
 * @param skippedPairs visible documents that share a band and were not compared, as too many share
 *     it, once for each band
 * @param counts violations by kind, after the repair if there was one
 * @param violations the first 20 of each kind
 * @param repair what was done; null if nothing was to be
 */
public record CheckSummary(
    int documents,
    int visible,
    int hidden,
    int comparedTexts,
    long skippedPairs,
    Map<String, Long> counts,
    List<Violation> violations,
    Repair repair) {

  /**
   * What was repaired.
   *
   * @param found violations before, by kind
   * @param deleted documents with the id of a later one
   * @param sketched documents that got a new sketch
   * @param changed documents that became visible or hidden, or changed to another group
   * @param skippedPairs as for a check, over more bands
   * @param notRepaired documents that have no id, or texts that are not stored
   */
  public record Repair(
      Map<String, Long> found,
      int deleted,
      int sketched,
      int changed,
      long skippedPairs,
      List<Violation> notRepaired) {
    public static Repair of(RepairReport report) {
      return new Repair(
          names(report.found().counts()),
          report.deleted(),
          report.sketched(),
          report.reconciled().changed(),
          report.skippedPairs(),
          report.notRepaired());
    }
  }

  public static CheckSummary of(CheckReport report, Repair repair) {
    return new CheckSummary(
        report.documents(),
        report.visible(),
        report.hidden(),
        report.comparedTexts(),
        report.skippedPairs(),
        names(report.counts()),
        report.violations(),
        repair);
  }

  private static Map<String, Long> names(Map<Violation.Kind, Long> counts) {
    Map<String, Long> names = new TreeMap<>();
    counts.forEach((kind, count) -> names.put(Json.lower(kind), count));
    return names;
  }

  public ExitCode exitCode() {
    boolean whole = counts.isEmpty() && (repair == null || repair.notRepaired.isEmpty());
    return whole ? ExitCode.DONE : ExitCode.INPUT_FAILED;
  }

  public String text() {
    Table table = new Table();
    if (repair != null) {
      table
          .row("deleted", repair.deleted)
          .row("sketched", repair.sketched)
          .row("changed", repair.changed);
    }
    table
        .row("documents", documents)
        .row("visible", visible)
        .row("hidden", hidden)
        .row("texts compared", comparedTexts);
    long skipped = repair == null ? skippedPairs : repair.skippedPairs;
    if (skipped > 0) {
      table.row("pairs skipped", skipped);
    }
    table.row("violations", counts.values().stream().mapToLong(Long::longValue).sum());
    StringBuilder lines = new StringBuilder();
    if (repair != null) {
      repair.found.forEach(
          (kind, count) ->
              lines.append("found " + Counted.of(count, "violation") + ": " + words(kind) + "\n"));
    }
    lines.append(table);
    violations.forEach(each -> append(lines, words(Json.lower(each.kind())), each));
    if (repair != null) {
      repair.notRepaired.forEach(each -> append(lines, "not repaired", each));
    }
    return lines.toString();
  }

  private static String words(String kind) {
    return kind.replace('_', ' ');
  }

  private static void append(StringBuilder lines, String what, Violation violation) {
    lines.append('\n').append(what).append(": ");
    String id = violation.id().isEmpty() ? "" : violation.id() + ": ";
    lines.append(OneLine.of(id + violation.detail()));
  }
}
