// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

/**
 * What a run of {@code index} did, and what is in the index after it. Component names are the keys
 * of the JSON.
 *
 * @param documents read and accepted in this run
 * @param updates of these, replacements of a document with the same id
 * @param dropped of these, near-duplicates that were not indexed
 * @param withoutText of these, documents without text, which never collapse
 * @param failed pieces of input that could not be used
 * @param inputBytes size of the accepted documents, uncompressed
 * @param seconds from opening the index to the end of the commit
 * @param megabytesPerSecond {@code inputBytes} / 10^6 / {@code seconds}
 * @param index counts over the whole index
 */
record IndexReport(
    long documents,
    long updates,
    long dropped,
    long withoutText,
    long failed,
    long inputBytes,
    double seconds,
    double megabytesPerSecond,
    IndexCounts index) {

  ExitCode exitCode() {
    return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  /** For people. */
  String text() {
    return new Table()
        .row("documents", documents)
        .row("updates", updates)
        .row("dropped", dropped)
        .row("without text", withoutText)
        .row("failed", failed)
        .row("seconds", seconds)
        .row("MB/s", megabytesPerSecond)
        .row("in the index", index.documents())
        .row("visible", index.visible())
        .row("hidden", index.hidden())
        .row("groups", index.groups())
        .toString();
  }
}
