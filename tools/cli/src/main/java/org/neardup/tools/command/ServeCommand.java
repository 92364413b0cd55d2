// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.Usage;
import org.neardup.tools.serve.SearchServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code neardup serve}. */
@Command(
    description = {
      "Serves a page to search an index and to compare the versions of its documents in a browser,"
          + " until it is interrupted.",
      "",
      "It shows new commits, and changes nothing. Only this machine can reach it, unless --host"
          + " says otherwise: it asks for no password. The pages need no JavaScript. The same"
          + " answers are JSON, with the keys of --json, at /api/search?q=, /api/similar?id= or"
          + " with a form's text=, /api/variants?id=, /api/explain?a=&b= and /api/stats."
    },
    exitCodeList = {ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup serve --index docs.idx",
      "  neardup serve --index news.idx --port 8080 --date published"
    })
final class ServeCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;
  private static final int MAX_TIMEOUT_SECONDS = 3600;

  @ParentCommand private NeardupCommand neardup;
  @Spec private CommandSpec spec;

  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "7070",
      description = "The port to listen on, 0 for any that is free. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "127.0.0.1",
      description =
          "The name or address of this machine to listen on, and to be called by; 0.0.0.0 lets the"
              + " whole network read the index. Default: ${DEFAULT-VALUE}.")
  private String host;

  @Option(
      names = "--date",
      paramLabel = "F",
      defaultValue = "date",
      description =
          "A stored field to show with each document, such as its date. Default: ${DEFAULT-VALUE}.")
  private String dateField;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "How long a search may take: then the page has what was found so far, and says so."
              + " Default: ${DEFAULT-VALUE}.")
  private int timeoutSeconds;

  @Override
  public Integer call() throws IOException {
    Usage usage = new Usage(spec);
    usage.checkRange("--port", port, 0, MAX_PORT);
    usage.checkRange("--timeout", timeoutSeconds, 1, MAX_TIMEOUT_SECONDS);
    Terminal terminal = neardup.terminal();
    IndexFolder folder = new IndexFolder(index);
    try (SearchServer server =
        SearchServer.start(folder, host, port, dateField, timeoutSeconds, terminal)) {
      terminal.print("Searching " + index + " at " + server.address());
      if (!server.isLocal()) {
        terminal.message("neardup: whoever can reach this address can read the whole index");
      }
      terminal.print("Ctrl-C ends it.");
      terminal.out().flush();
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.DONE.code();
  }
}
