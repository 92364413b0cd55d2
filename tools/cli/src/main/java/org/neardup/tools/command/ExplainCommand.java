// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.neardup.index.Verification;
import org.neardup.search.explain.Comparison;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code neardup explain}. */
@Command(
    description = {
      "Compares two documents: whether they are near-duplicates and by which rule, whether each is"
          + " visible, their resemblance by sketches and by texts, and the passages in which the"
          + " texts differ."
    },
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.NO_DOCUMENT,
      ExitCodeLines.USAGE,
      ExitCodeLines.INDEX
    },
    footerHeading = "%nExample:%n",
    footer = "  neardup explain --index news.idx a1 a2")
final class ExplainCommand implements Callable<Integer> {
  @ParentCommand private NeardupCommand neardup;
  @Mixin private IndexOption index;

  @Option(
      names = "--verify",
      paramLabel = "auto|sketch|exact",
      defaultValue = "auto",
      description =
          "What decides, as given to 'neardup index'; the index does not keep it. Default:"
              + " ${DEFAULT-VALUE}.")
  private Verification verify;

  @Parameters(index = "0", paramLabel = "ID1", description = "A document, visible or hidden.")
  private String id1;

  @Parameters(index = "1", paramLabel = "ID2", description = "Another.")
  private String id2;

  @Override
  public Integer call() throws IOException {
    try (NeardupIndex opened = NeardupIndex.open(index.folder())) {
      Comparison comparison = Sketching.of(opened).compare(verify, id1, id2);
      Terminal terminal = neardup.terminal();
      index.print(terminal, comparison, () -> new ExplainText(terminal.paint()).of(comparison));
    }
    return ExitCode.DONE.code();
  }
}
