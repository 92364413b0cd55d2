// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.search.Copied;
import org.neardup.tools.search.CopiedReport;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Lists the documents of an index that hold most of one of them, or of a file, and the"
          + " passages that were copied.",
      "",
      "Candidates are found by phrases, and counted in the stored texts: the share of the text's"
          + " shingles that stand in each document, and the share of the document's that stand in"
          + " the text. Then sources are named: which passages come from which document, and what"
          + " share of the text is in none of them."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:there is no document with the id, or the file cannot be read",
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup copied --index news.idx --file column.txt",
      "  neardup copied --index news.idx --id a1 --min 0.05 --top 20"
    })
final class CopiedCommand extends IndexedCommand {
  @Mixin private TopOption top = new TopOption(10);

  @ArgGroup(multiplicity = "1")
  private SubjectOption subject;

  @Option(
      names = "--scope",
      paramLabel = "NAME",
      description = "In an index with scopes: the only scope to search. Default: all.")
  private String scope;

  @Option(
      names = "--min",
      paramLabel = "R",
      defaultValue = "0.3",
      description =
          "Least share of the text that a document holds, above 0 and at most 1. Default:"
              + " ${DEFAULT-VALUE}.")
  private double minimum;

  @Override
  public Integer call() throws IOException {
    int most = top.checked();
    usage().checkShare("--min", minimum);
    return ask(
        index -> {
          Copied copied = new Copied(index, minimum, scope, most);
          return subject.find(copied::byDocument, copied::byFile);
        },
        CopiedReport::text);
  }
}
