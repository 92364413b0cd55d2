// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.util.ArrayList;
import java.util.List;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Table;
import org.neardup.tools.index.IndexCounts;
import org.neardup.tools.index.StatsReport;

/**
 * What a run of {@code rebuild} did. Component names are the keys of the JSON.
 *
 * @param documents in the source
 * @param resumedAt number of the document in the source that this run began with; 0 if none was
 *     rebuilt before
 * @param dropped documents of this run that were not written, as they are near-duplicates
 * @param failed documents that could not be written, in the runs before this one too
 * @param sourceBytes size of the source
 * @param targetBytes size of the new index
 * @param dryRun whether nothing was kept
 * @param lossy whether what is not carried over is no failure
 * @param index counts over the new index
 * @param largestGroups the ten largest, largest first
 * @param fields what became of each
 * @param notes what was not carried over, other than fields
 */
public record RebuildReport(
    int documents,
    int resumedAt,
    long dropped,
    long failed,
    long sourceBytes,
    long targetBytes,
    boolean dryRun,
    boolean lossy,
    IndexCounts index,
    List<StatsReport.Group> largestGroups,
    List<FieldReport> fields,
    List<String> notes) {

  public ExitCode exitCode() {
    return failed > 0 || isRefused() ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  /** Whether something is lost that was not to be. */
  boolean isRefused() {
    return !lossy && !losses().isEmpty();
  }

  /** What is not carried over, in words. */
  List<String> losses() {
    List<String> losses = new ArrayList<>(notes);
    fields.forEach(field -> field.lost().forEach(lost -> losses.add(field.field() + ": " + lost)));
    return losses;
  }

  public String text() {
    Table table = new Table().row("documents", documents);
    if (resumedAt > 0) {
      table.row("resumed at", resumedAt);
    }
    table
        .row("dropped", dropped)
        .row("failed", failed)
        .row("bytes before", sourceBytes)
        .row("bytes after", targetBytes);
    StringBuilder lines = new StringBuilder(index.addTo(table).toString());
    if (!largestGroups.isEmpty()) {
      lines.append("\nlargest groups");
      largestGroups.forEach(group -> lines.append('\n').append(group.text()));
    }
    lines.append("\nfields");
    fields.forEach(field -> append(lines, field));
    notes.forEach(note -> lines.append("\nnot carried over: ").append(OneLine.of(note)));
    if (isRefused()) {
      lines.append("\nexit code 1, as not all is carried over; 0 with --lossy");
    }
    return lines + (dryRun ? "\ndry run: nothing was written" : "");
  }

  private static void append(StringBuilder lines, FieldReport field) {
    StringBuilder line = new StringBuilder(field.field()).append(": ");
    line.append(field.carried().isEmpty() ? "nothing" : String.join(", ", field.carried()));
    field.lost().forEach(lost -> line.append("; not carried over: ").append(lost));
    lines.append("\n  ").append(OneLine.of(line.toString()));
  }

  /**
   * What becomes of a field.
   *
   * @param field its name
   * @param carried {@code stored}, {@code words}, {@code term}, {@code term vectors}, {@code doc
   *     values}, {@code points}, {@code vectors}
   * @param lost what is not carried over, in words
   */
  public record FieldReport(String field, List<String> carried, List<String> lost) {}
}
