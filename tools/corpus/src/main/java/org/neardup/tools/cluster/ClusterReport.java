// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.util.Map;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.Table;

/**
 * What a run of {@code cluster} did. Component names are the keys of the JSON.
 *
 * @param documents read and accepted
 * @param repeatedIds of these, documents with the id of an earlier one; they count as documents of
 *     their own
 * @param withoutText of these, documents without text, which are near-duplicates of none
 * @param failed pieces of input that could not be used
 * @param inputBytes size of the accepted documents, uncompressed
 * @param readSeconds time of reading and sketching
 * @param seconds time of all, output included
 * @param documentsPerSecond {@code documents} / {@code seconds}
 * @param settings what decided about the result
 * @param found what was found
 */
public record ClusterReport(
    long documents,
    long repeatedIds,
    long withoutText,
    long failed,
    long inputBytes,
    double readSeconds,
    double seconds,
    double documentsPerSecond,
    Map<String, String> settings,
    ClusterCounts found) {

  public ExitCode exitCode() {
    return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  /**
   * For people.
   *
   * @param format what was written
   */
  public String text(OutputFormat format) {
    Table table =
        new Table()
            .row("documents", documents)
            .row("repeated ids", repeatedIds)
            .row("without text", withoutText)
            .row("failed", failed)
            .row("texts", found.texts())
            .row("candidates", found.candidates())
            .row(
                "of them " + (settings.containsKey("relation") ? "contained" : "near"),
                found.nearDuplicates());
    if (format == OutputFormat.PAIRS) {
      table.row("pairs", found.pairs());
    } else {
      table.row("clusters", found.clusters()).row("documents in", found.clustered());
      found.kinds().forEach((kind, count) -> table.row("  " + Json.lower(kind), count));
    }
    if (found.hotBuckets() > 0) {
      table.row("hot buckets", found.hotBuckets()).row("pairs skipped", found.skippedPairs());
    }
    table.row("s reading", readSeconds);
    found.stageSeconds().forEach((stage, seconds) -> table.row("s " + stage, seconds));
    return table.row("seconds", seconds).row("documents/s", documentsPerSecond).toString();
  }
}
