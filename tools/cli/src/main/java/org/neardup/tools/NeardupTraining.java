// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.options.ClassCacheTraining;
import org.neardup.tools.output.TemporaryFolder;

/** Runs the commands that people wait for, as {@link ClassCacheTraining} does. */
public final class NeardupTraining {
  private NeardupTraining() {}

  /**
   * Runs them.
   *
   * @param args {@code short} for commands that answer at once, {@code long} for those that work
   *     through a corpus
   * @throws IllegalStateException if one fails
   */
  public static void main(String... args) throws IOException {
    Main.quietLucene();
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      if (args[0].equals("long")) {
        workThrough(folder);
      } else {
        answer(folder);
      }
    }
  }

  private static void workThrough(TemporaryFolder folder) throws IOException {
    Path documents = ClassCacheTraining.documents(folder);
    command("index", "--index=" + folder.path("hidden"), documents.toString());
    command("index", "--index=" + folder.path("dropped"), "--variants=drop", documents.toString());
    command("cluster", "--output=" + folder.path("clusters.jsonl"), documents.toString());
  }

  private static void answer(TemporaryFolder folder) throws IOException {
    String index = "--index=" + folder.path("index");
    makeIndex(index, ClassCacheTraining.documents(folder).toString());
    command("search", index, "1\u00e9n 2\u00e9n");
    command("search", index, "1\u00e9n AND 2\u00e9n");
    command("search", index, "--json", "--mode=all", "\"1\u00e9n 2\u00e9n\"");
    command("variants", index, "d2");
    command("explain", index, "d2", "d3");
    command("similar", index, "--id=d2");
    command("stats", index);
    command("curve", "--bands=21", "--rows=6");
    command("--help");
    command("--version");
  }

  /** In another process: what indexing loads would take time in each search. */
  private static void makeIndex(String index, String documents) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = System.getProperty("java.class.path");
    Process made =
        new ProcessBuilder(
                java.toString(), "-cp", classPath, Main.class.getName(), "index", index, documents)
            .redirectErrorStream(true)
            .start();
    String printed = new String(made.getInputStream().readAllBytes(), UTF_8);
    if (made.onExit().join().exitValue() != 0) {
      throw new IllegalStateException(printed);
    }
  }

  private static void command(String... args) {
    ClassCacheTraining.run(NeardupCommand::run, args);
  }
}
