// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Table;
import org.neardup.tools.index.GuardEffects;

/**
 * What a page holds. Component names are the keys of the JSON.
 *
 * @param documents that are known; of clusters without texts, those in clusters
 * @param variants of these, the ones that another stands for
 * @param groups representatives with at least one variant
 * @param shown of these, the ones whose texts can be looked at in the page
 * @param failed documents that could not be used
 * @param bytes size of the page
 * @param guards what they would do; null if no texts are known
 */
public record ReportSummary(
    long documents,
    long variants,
    long groups,
    int shown,
    long failed,
    long bytes,
    GuardEffects guards) {

  public ExitCode exitCode() {
    return failed > 0 ? ExitCode.INPUT_FAILED : ExitCode.DONE;
  }

  /** For people. */
  public String text() {
    String counts =
        new Table()
            .row("documents", documents)
            .row("variants", variants)
            .row("groups", groups)
            .row("shown", shown)
            .row("failed", failed)
            .row("bytes", bytes)
            .toString();
    return guards == null ? counts : counts + '\n' + guards.text();
  }
}
