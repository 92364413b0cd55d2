// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.index.CheckSummary;
import org.neardup.tools.index.Upkeep;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Checks an index, and repairs it.",
      "",
      "A check verifies the checksums of all files, and that each id has one document, each hidden"
          + " document is a near-duplicate of the visible one of its group, no two visible"
          + " near-duplicates share a band, and each sketch is that of the stored text.",
      "",
      "With --repair, the index is repaired: of several documents with one id the last is kept,"
          + " documents that another program added get sketches, and all documents are decided on"
          + " again, also against those that the bands miss. Then the index is checked again."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:something was found that was not repaired",
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footer = "  neardup check --index docs.idx --repair")
final class CheckCommand extends IndexedCommand {
  @Option(names = "--repair", description = "Repair the index.")
  private boolean repair;

  @Option(
      names = "--all-texts",
      description = "Compare every sketch with its stored text, not only 1000 of them.")
  private boolean allTexts;

  @Override
  public Integer call() throws IOException {
    CheckSummary summary = Upkeep.check(folder(), repair, allTexts);
    print(summary, summary::text);
    return summary.exitCode().code();
  }
}
