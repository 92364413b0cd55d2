// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.util.List;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Table;

/**
 * What deleting documents did. Component names are the keys of the JSON.
 *
 * @param deleted documents that were deleted
 * @param shown ids of documents that became visible in their place
 * @param unknown ids that no document has
 * @param index counts over the whole index
 */
public record DeleteReport(
    int deleted, List<String> shown, List<String> unknown, IndexCounts index) {

  public ExitCode exitCode() {
    return unknown.isEmpty() ? ExitCode.DONE : ExitCode.INPUT_FAILED;
  }

  /** For people. */
  public String text() {
    Table table =
        index.addTo(
            new Table()
                .row("deleted", deleted)
                .row("unknown", unknown.size())
                .row("now visible", shown.size()));
    StringBuilder lines = new StringBuilder(table.toString());
    shown.forEach(id -> lines.append("\nnow visible: ").append(OneLine.of(id)));
    return lines.toString();
  }
}
