// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import org.neardup.tools.search.Similar;
import org.neardup.tools.search.SimilarReport;
import picocli.CommandLine.Command;
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
    footer = {
      "  neardup similar --index docs.idx --id lucene-core-10.0.0/overview-summary.html",
      "  neardup similar --index docs.idx --file draft.txt --min 0.3 --top 20"
    })
final class SimilarCommand extends SubjectCommand {
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

  @Override
  public Integer call() throws IOException {
    int most = top();
    if (scope != null && isDocument()) {
      throw usage().mistake("--scope needs --file: a document has its own");
    }
    return find(minimum, index -> new Similar(index, minimum, most, scope), SimilarReport::text);
  }
}
