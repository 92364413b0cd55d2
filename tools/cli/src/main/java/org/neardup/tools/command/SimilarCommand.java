// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.Usage;
import org.neardup.tools.search.Similar;
import org.neardup.tools.search.SimilarReport;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = {
      "Lists the documents of an index that resemble one of them, or a file, most similar first.",
      "",
      "The resemblance is estimated from sketches, with a standard error. From a little below the"
          + " threshold of the index, 99 of 100 documents are found; for a lower --min, every"
          + " sketch is compared and all are found. In an index of sets, sketches choose the sets"
          + " whose values are counted, and a file has a value a line."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:there is no document with the id, or the file cannot be read",
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup similar --index docs.idx --id lucene-core-10.0.0/overview-summary.html",
      "  neardup similar --index docs.idx --file draft.txt --min 0.3 --top 20",
      "  neardup similar --index users.idx --id u7 --min 0.1 --top 20 --suggest 10"
    })
final class SimilarCommand extends IndexedCommand {
  private static final int MAX_SUGGESTED = 1000;

  @Mixin private TopOption top = new TopOption(10);

  @ArgGroup(multiplicity = "1")
  private SubjectOption subject;

  @Option(
      names = "--scope",
      paramLabel = "NAME",
      description = "With --file, in an index with scopes: the scope to search. Default: none.")
  private String scope;

  @Option(
      names = "--min",
      paramLabel = "R",
      defaultValue = "0.5",
      description =
          "Least resemblance, above 0 and at most 1, estimated, or of sets counted. Default:"
              + " ${DEFAULT-VALUE}.")
  private double minimum;

  @Option(
      names = "--suggest",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "In an index of sets: the N values that the listed sets have and this one lacks, those of"
              + " the most and most similar sets first. Default: none.")
  private int suggest;

  @Override
  public Integer call() throws IOException {
    Usage usage = usage();
    int most = top.checked();
    usage.checkShare("--min", minimum);
    if (scope != null && subject.isDocument()) {
      throw usage.mistake("--scope needs --file: a document has its own");
    }
    usage.checkRange("--suggest", suggest, 0, MAX_SUGGESTED);
    return ask(
        index -> {
          Similar similar = new Similar(index, minimum, most, suggest);
          return subject.find(similar::toDocument, file -> similar.toFile(file, scope));
        },
        SimilarReport::text);
  }
}
