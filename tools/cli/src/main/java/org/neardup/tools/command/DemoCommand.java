// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.IndexReport;
import org.neardup.tools.index.Indexer;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.search.Search;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    description = {
      "Shows what neardup does, on real pages: the API documentation of lucene-core 9.12.3, 10.0.0"
          + " and 10.3.2, the same site three times.",
      "",
      "Maven downloads the three archives into the cache folder once. All their pages are indexed,"
          + " and one search is shown before and after collapse. The index stays in the cache"
          + " folder, for searches of your own, until the next demo rebuilds it."
    },
    footerHeading = "%nExample:%n",
    footer = "  neardup demo --cache cache")
final class DemoCommand implements Callable<Integer> {
  @ParentCommand private NeardupCommand neardup;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Folder of archives and index. Default: neardup in $XDG_CACHE_HOME, else in ~/.cache.")
  private Path cache = defaultCache();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new Demo(neardup.terminal(), cache, "mvn").run().code();
  }

  private static Path defaultCache() {
    String caches = System.getenv("XDG_CACHE_HOME");
    Path folder =
        caches == null || caches.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(caches);
    return folder.resolve("neardup");
  }

  /**
   * Indexes the same site three times and searches it before and after collapse.
   *
   * @param cache keeps archives and index
   * @param maven the command that brings the archives that are missing
   */
  record Demo(Terminal terminal, Path cache, String maven) {
    private static final List<String> VERSIONS = List.of("9.12.3", "10.0.0", "10.3.2");
    private static final String QUERY = "title:IndexWriter";
    private static final int TOP = 3;

    /** Pinned, so that it does not depend on what a user's Maven would choose. */
    private static final String COPY =
        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";

    private static final String ERROR = "[ERROR] ";

    ExitCode run() throws IOException, InterruptedException {
      List<String> archives = new ArrayList<>();
      for (String version : VERSIONS) {
        archives.add(archive("org.apache.lucene", "lucene-core", version).toString());
      }
      IndexFolder folder = new IndexFolder(cache.resolve("demo.idx"));
      IndexReport report = index(archives, folder);
      terminal.print("lucene-core " + String.join(", ", VERSIONS) + " in " + folder.path());
      terminal.print(summary(report));
      try (NeardupIndex index = NeardupIndex.open(folder)) {
        terminal.print("\nbefore: search --mode all " + QUERY);
        terminal.print(search(index, Search.Mode.ALL));
        terminal.print("\nafter: search " + QUERY);
        terminal.print(search(index, Search.Mode.BEST));
      }
      terminal.print(
          "\nto search and compare them in a browser: neardup serve --index " + folder.path());
      return report.exitCode();
    }

    private IndexReport index(List<String> archives, IndexFolder folder)
        throws IOException, InterruptedException {
      Inputs inputs =
          new Inputs(
              archives, terminal.in(), InputRules.DEFAULT, new Problems(terminal::message, null));
      int threads = Runtime.getRuntime().availableProcessors();
      return new Indexer(terminal, Fields.collapse(), Analyzers.DEFAULT, threads)
          .run(folder, inputs, true, false);
    }

    private static String summary(IndexReport report) {
      return new Table()
          .row("pages", report.documents())
          .row("groups", report.index().groups())
          .row("hidden pages", report.index().hidden())
          .row("visible pages", report.index().visible())
          .row("seconds", report.seconds())
          .row("MB/s", report.megabytesPerSecond())
          .toString();
    }

    private String search(NeardupIndex index, Search.Mode mode) throws IOException {
      Search.Request request = new Search.Request("QUERY", QUERY, mode, "", null, null, null);
      return Search.run(index, request, TOP, null, null).text(terminal.paint(), "");
    }

    /** The archive of one release, downloaded if it is not in the cache. */
    Path archive(String group, String artifact, String version)
        throws IOException, InterruptedException {
      String name = artifact + "-" + version + "-javadoc.jar";
      Path jar = cache.resolve(name);
      if (!Files.exists(jar)) {
        terminal.message("downloading " + name + " to " + cache);
        Path incoming = Files.createDirectories(cache.resolve("incoming"));
        download(group + ":" + artifact + ":" + version + ":jar:javadoc", incoming);
        Files.move(incoming.resolve(name), jar, ATOMIC_MOVE);
      }
      return jar;
    }

    private void download(String coordinates, Path folder)
        throws IOException, InterruptedException {
      List<String> command =
          List.of(
              maven,
              "--quiet",
              "--batch-mode",
              COPY,
              "-Dartifact=" + coordinates,
              "-DoutputDirectory=" + folder.toAbsolutePath());
      Process process = start(new ProcessBuilder(command).directory(cache.toFile()));
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw failed("Maven could not download " + coordinates + ": " + reason(output));
      }
    }

    private Process start(ProcessBuilder builder) throws IOException {
      try {
        return builder.redirectErrorStream(true).start();
      } catch (IOException e) {
        throw failed("cannot run " + maven + " (" + e.getMessage() + ")");
      }
    }

    private ToolException failed(String problem) {
      return new ToolException(
          ExitCode.INPUT_FAILED,
          problem
              + "\nThe demo needs Maven and a connection once, to fetch Javadoc archives into "
              + cache
              + "; is this machine online?");
    }

    private static String reason(String output) {
      int error = output.indexOf(ERROR);
      return error < 0
          ? "it gave no reason"
          : output.substring(error + ERROR.length()).lines().findFirst().orElse("");
    }
  }
}
