// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.lucene.store.Directory;
import org.neardup.compare.PairVerdict;
import org.neardup.index.IndexInfo;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.VerdictFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    description = {
      "Prints the verdicts that hold in an index, as JSON Lines that --verdicts takes in again."
    },
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footerHeading = "%nExample:%n",
    footer = "  neardup verdicts --index docs.idx >verdicts.jsonl")
final class VerdictsCommand implements Callable<Integer> {
  @ParentCommand private NeardupCommand neardup;

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  @Override
  public Integer call() throws IOException {
    try (Directory directory = new IndexFolder(index).openForReading()) {
      for (PairVerdict verdict : IndexInfo.read(directory).verdicts()) {
        neardup.terminal().out().print(new String(VerdictFile.line(verdict), UTF_8));
      }
    }
    return ExitCode.DONE.code();
  }
}
