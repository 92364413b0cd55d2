// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.List;
import org.neardup.tools.index.Upkeep;
import org.neardup.tools.index.Upkeep.DeleteReport;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    description = {
      "Deletes documents by their ids.",
      "",
      "If a deleted document represented others, the best of them becomes visible and represents"
          + " those that resemble it. An id that no document has is named."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:some ids belong to no document; each was named, the rest was done",
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footer = "  neardup delete --index docs.idx guide/intro.html guide/old.html")
final class DeleteCommand extends IndexedCommand {
  @Parameters(paramLabel = "ID", arity = "1..*", description = "Ids of documents.")
  private List<String> ids;

  @Override
  public Integer call() throws IOException {
    DeleteReport report = Upkeep.delete(folder(), ids);
    report.unknown().forEach(id -> terminal().message("no document has id " + id));
    printCounts(report, report::text);
    return report.exitCode().code();
  }
}
