// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.search.Copied;
import org.neardup.tools.search.CopiedReport;
import picocli.CommandLine.Command;
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
    footer = {
      "  neardup copied --index news.idx --file column.txt",
      "  neardup copied --index news.idx --id a1 --min 0.05 --top 20"
    })
final class CopiedCommand extends SubjectCommand {
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
    int most = top();
    return find(minimum, index -> new Copied(index, minimum, scope, most), CopiedReport::text);
  }
}
