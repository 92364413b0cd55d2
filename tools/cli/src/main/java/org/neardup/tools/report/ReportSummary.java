// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Table;

/**
 * What a page holds. Component names are the keys of the JSON.
 *
 * @param documents that are known; of clusters without texts, those in clusters
 * @param variants of these, the ones that another stands for
 * @param groups representatives with at least one variant
 * @param shown of these, the ones whose texts can be looked at in the page
 * @param failed documents that could not be used
 * @param bytes size of the page
 */
public record ReportSummary(
    long documents, long variants, long groups, int shown, long failed, long bytes) {

  public ExitCode exitCode() {
    return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  /** For people. */
  public String text() {
    return new Table()
        .row("documents", documents)
        .row("variants", variants)
        .row("groups", groups)
        .row("shown", shown)
        .row("failed", failed)
        .row("bytes", bytes)
        .toString();
  }
}
