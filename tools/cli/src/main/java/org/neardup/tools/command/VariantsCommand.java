// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.search.VariantsReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    description = {
      "Lists the versions of a document: the visible one first, then those hidden behind it, most"
          + " similar to it first.",
      "",
      "Each line has the resemblance to the visible one, counted in the texts (- if they are not"
          + " stored) and estimated from the sketches, with a standard error."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.NO_DOCUMENT,
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footer = "  neardup variants --index news.idx --date published a1")
final class VariantsCommand extends IndexedCommand {
  @Mixin private TopOption top = new TopOption(100);

  @Option(
      names = "--date",
      paramLabel = "F",
      description = "A field to show with each version, such as its date.")
  private String dateField;

  @Parameters(paramLabel = "ID", description = "A document, visible or hidden.")
  private String id;

  @Override
  public Integer call() throws IOException {
    int most = top.checked();
    return ask(
        index -> {
          if (dateField != null) {
            NamedFields.of(index.all()).require("--date", dateField);
          }
          return VariantsReport.of(index, id, dateField, most);
        },
        VariantsReport::text);
  }
}
