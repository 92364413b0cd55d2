// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;

/** {@code neardup stats}. */
@Command(
    description =
        "Prints how many documents an index holds, shows and hides, its largest groups, the"
            + " settings it was made with, and its size on disk.",
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footerHeading = "%nExample:%n",
    footer = "  neardup stats --index docs.idx --json")
final class StatsCommand extends IndexedCommand {
  private static final int LARGEST_GROUPS = 10;

  @Override
  public Integer call() throws IOException {
    IndexFolder folder = folder();
    try (NeardupIndex opened = NeardupIndex.open(folder)) {
      StatsReport report = StatsReport.of(opened, folder, LARGEST_GROUPS);
      print(report, report::text);
    }
    return ExitCode.DONE.code();
  }
}
