// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    description =
        "Prints how many documents an index holds, shows and hides, its largest groups, the"
            + " settings it was made with, and its size on disk.",
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footer = "  neardup stats --index docs.idx --json")
final class StatsCommand extends IndexedCommand {
  @Option(
      names = "--guards",
      description =
          "Also count what each guard would part from the document that it is hidden behind: of at"
              + " most 1,000 hidden documents whose texts are stored.")
  private boolean guards;

  @Option(
      names = "--all",
      description =
          "Also show the settings that only this program needs to know, such as the seed, and the"
              + " parts of the index. With --json they are always there.")
  private boolean all;

  @Override
  public Integer call() throws IOException {
    return ask(index -> StatsReport.of(index, guards), report -> report.text(all));
  }
}
