// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.output.TemporaryFolder;

/**
 * Runs the commands that people wait for, unseen and on three documents, so that a JVM that records
 * what it loads has it all: {@code bin/neardup} makes its cache of classes by this.
 */
public final class Rehearsal {
  private static final String TEXT =
      " Each content is kept once, or shown once: copies of a text collapse as they are indexed,"
          + " and one version of each of them reaches the results of a search.";

  private Rehearsal() {}

  /**
   * Runs them.
   *
   * @throws IllegalStateException if one fails
   */
  public static void main(String... args) throws IOException {
    Main.quietLucene();
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      run(folder);
    }
  }

  private static void run(TemporaryFolder folder) throws IOException {
    Path documents = folder.path("documents.jsonl");
    Files.write(documents, List.of(line("a", TEXT), line("b", TEXT + " Copied."), line("c", "")));
    String index = "--index=" + folder.path("index");
    command("index", index, documents.toString());
    command("search", index, "copies AND results");
    command("search", index, "--json", "--mode=all", "\"of each\"");
    command("variants", index, "a");
    command("explain", index, "a", "b");
    command("similar", index, "--id=a");
    command("stats", index);
    command("curve", "--bands=21", "--rows=6");
    command("--help");
    command("--version");
  }

  private static String line(String id, String text) {
    return "{\"id\": \"" + id + "\", \"title\": \"Title\", \"text\": \"" + text + "\"}";
  }

  private static void command(String... args) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    InputStream nothing = InputStream.nullInputStream();
    Terminal terminal = new Terminal(nothing, nowhere, nowhere, false, new Paint(false));
    int exitCode = NeardupCommand.run(terminal, args);
    if (exitCode != 0) {
      throw new IllegalStateException(String.join(" ", args) + " ended with " + exitCode);
    }
  }
}
