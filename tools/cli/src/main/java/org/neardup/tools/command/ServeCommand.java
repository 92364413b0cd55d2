// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.options.ExitCodeLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    description = {
      "Serves a page to search an index and to compare the versions of its documents in a browser,"
          + " until it is interrupted.",
      "",
      "It shows new commits, and changes no index. Only this machine can reach it, unless --host"
          + " says otherwise: it asks for no password. The pages need no JavaScript. The same"
          + " answers are JSON, with the keys of --json, at /api/search?q=, /api/similar?id= or"
          + " with a form's text=, /api/variants?id=, /api/explain?a=&b=, /api/groups and"
          + " /api/stats; /api/collapse takes hits of any engine by POST."
    },
    exitCodeList = {ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup serve --index docs.idx",
      "  neardup serve --index news.idx --port 8080 --date published"
    })
final class ServeCommand implements Callable<Integer> {
  private static final int PORT = 7070;

  @ParentCommand private NeardupCommand neardup;

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  @Option(
      names = "--verdicts",
      paramLabel = "FILE",
      description =
          "Let readers say of two documents that they are the same, or not, at the end of this"
              + " file, which retune takes in. Default: readers change nothing.")
  private Path verdicts;

  @Mixin private ServeOptions serving;

  @Override
  public Integer call() throws IOException {
    serving.check();
    serving.serve(new IndexFolder(index), index.toString(), verdicts, PORT, neardup.terminal());
    return ExitCode.DONE.code();
  }
}
