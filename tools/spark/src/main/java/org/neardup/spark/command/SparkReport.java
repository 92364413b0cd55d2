// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.util.Map;
import org.neardup.spark.Counts;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Table;

/**
 * What a run did. Component names are the keys of the JSON, those of {@code neardup cluster} where
 * they mean the same.
 *
 * @param documents read and accepted
 * @param failed pieces of input that could not be used
 * @param inputBytes size of the accepted documents, uncompressed; 0 for Parquet
 * @param written clusters or documents
 * @param seconds time of all, output included
 * @param documentsPerSecond {@code documents} / {@code seconds}
 * @param settings what decided about the result
 * @param found what was found
 */
record SparkReport(
    long documents,
    long failed,
    long inputBytes,
    long written,
    double seconds,
    double documentsPerSecond,
    Map<String, String> settings,
    Counts found) {

  ExitCode exitCode() {
    return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  /** For people. */
  String text() {
    Table table =
        new Table()
            .row("documents", documents)
            .row("without text", found.withoutText())
            .row("failed", failed)
            .row("texts", found.texts())
            .row("candidates", found.candidates())
            .row("in doubt", found.inDoubt())
            .row("of them near", found.nearDuplicates());
    if (found.clusters() > 0) {
      table.row("clusters", found.clusters()).row("documents in", found.clustered());
      found.kinds().forEach((kind, count) -> table.row("  " + kind, count));
    }
    table.row("rounds", found.rounds());
    if (found.hotBuckets() > 0) {
      table.row("hot buckets", found.hotBuckets()).row("pairs skipped", found.skippedPairs());
    }
    table.row("MB shuffled", found.shuffledBytes() * 1e-6);
    found.stageSeconds().forEach((stage, taken) -> table.row("s " + stage, taken));
    return table
        .row("written", written)
        .row("seconds", seconds)
        .row("documents/s", documentsPerSecond)
        .toString();
  }
}
