// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.options.Usage;
import org.neardup.tools.serve.SearchServer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the commands that serve an index to browsers, and how they serve it. */
final class ServeOptions {
  private static final int MAX_PORT = 65_535;
  private static final int MAX_TIMEOUT_SECONDS = 3600;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "N",
      description =
          "The port to listen on, 0 for any that is free. Default: 7070 for serve, 0 for look.")
  private Integer port;

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
      names = "--fields",
      paramLabel = "F,G",
      split = ",",
      description = "Other stored fields to show with each document.")
  private List<String> fields = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "How long a search may take: then the page has what was found so far, and says so."
              + " Default: ${DEFAULT-VALUE}.")
  private int timeoutSeconds;

  @Option(
      names = "--open",
      description = "Open the first page in a browser: that of $BROWSER, else the system's.")
  private boolean open;

  /** Refuses what is out of range. */
  void check() {
    Usage usage = new Usage(spec);
    if (port != null) {
      usage.checkRange("--port", port, 0, MAX_PORT);
    }
    usage.checkRange("--timeout", timeoutSeconds, 1, MAX_TIMEOUT_SECONDS);
  }

  /**
   * Serves an index until this thread is interrupted.
   *
   * @param name what people call the index
   * @param verdicts the file that takes verdicts of readers; null for none
   * @param defaultPort to listen on if none was given
   */
  void serve(IndexFolder folder, String name, Path verdicts, int defaultPort, Terminal terminal)
      throws IOException {
    int listening = port == null ? defaultPort : port;
    try (SearchServer server =
        SearchServer.start(
            folder, host, listening, dateField, fields, timeoutSeconds, verdicts, terminal)) {
      terminal.print("Searching " + name + " at " + server.address());
      if (!server.isLocal()) {
        terminal.message("neardup: whoever can reach this address can read the whole index");
      }
      terminal.print("Ctrl-C ends it.");
      terminal.out().flush();
      if (open) {
        WebBrowser.of(System.getenv("BROWSER"), System.getProperty("os.name"))
            .open(server.address(), terminal);
      }
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The program that opens an address for a person.
   *
   * @param command to which the address is added
   */
  record WebBrowser(List<String> command) {

    /**
     * @param chosen the program of the user's choice; null or empty for the system's
     * @param system name of the operating system
     */
    static WebBrowser of(String chosen, String system) {
      if (chosen != null && !chosen.isBlank()) {
        return new WebBrowser(List.of(chosen.trim().split("\\s+")));
      }
      String name = system.toLowerCase(Locale.ROOT);
      if (name.startsWith("windows")) {
        return new WebBrowser(List.of("rundll32", "url.dll,FileProtocolHandler"));
      }
      return new WebBrowser(List.of(name.startsWith("mac") ? "open" : "xdg-open"));
    }

    /** Opens an address; a failure is only told, as people can open it themselves. */
    void open(String address, Terminal terminal) {
      List<String> all = new ArrayList<>(command);
      all.add(address);
      try {
        new ProcessBuilder(all)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
      } catch (IOException e) {
        String program = command.getFirst() + " (see --open)";
        terminal.message("neardup: cannot run " + program + "; open " + address + " yourself");
      }
    }
  }
}
