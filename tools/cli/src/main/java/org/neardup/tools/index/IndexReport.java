// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Table;

/**
 * What a run of {@code index} did, and what is in the index after it. Component names are the keys
 * of the JSON.
 *
 * @param resumedAt how many documents the interrupted run that this one resumed had read; 0 if none
 *     was interrupted
 * @param documents read and accepted in this run
 * @param updates of these, replacements of a document with the same id
 * @param visible of these, the ones that were visible when they had been indexed
 * @param tookOver of these, the ones that took the place of a visible one, which is hidden now
 * @param hidden of these, near-duplicates that were indexed and hidden
 * @param dropped of these, near-duplicates that were not indexed
 * @param withoutText of these, documents without text, which never collapse
 * @param failed pieces of input that could not be used, also in a run that this one resumed
 * @param purged hidden documents, mostly of earlier runs, that were deleted for their age
 * @param inputBytes size of the accepted documents, uncompressed
 * @param seconds from opening the index to the end of the commit
 * @param megabytesPerSecond {@code inputBytes} / 10^6 / {@code seconds}
 * @param dryRun whether nothing was written; the counts are as if it had been
 * @param index counts over the whole index
 */
public record IndexReport(
    long resumedAt,
    long documents,
    long updates,
    long visible,
    long tookOver,
    long hidden,
    long dropped,
    long withoutText,
    long failed,
    long purged,
    long inputBytes,
    double seconds,
    double megabytesPerSecond,
    boolean dryRun,
    IndexCounts index) {

  public ExitCode exitCode() {
    return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  public String text() {
    Table table = new Table();
    if (resumedAt > 0) {
      table.row("resumed at", resumedAt);
    }
    table
        .row("documents", documents)
        .row("updates", updates)
        .row("became visible", visible)
        .row("took over", tookOver)
        .row("became hidden", hidden)
        .row("dropped", dropped)
        .row("without text", withoutText)
        .row("failed", failed)
        .row("purged", purged)
        .row("seconds", seconds)
        .row("MB/s", megabytesPerSecond);
    return index.addTo(table) + (dryRun ? "\ndry run: nothing was written" : "");
  }
}
