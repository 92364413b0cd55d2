// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.output.TemporaryFolder;

/**
 * Runs the commands that people wait for, unseen and on made-up documents, so that a JVM that
 * records what it loads and how often it runs what has it all: {@code bin/neardup} makes its caches
 * by this.
 */
public final class Rehearsal {
  private static final String TEXT =
      " Each content is kept once, or shown once: copies of a text collapse as they are indexed,"
          + " and one version of each of them reaches the results of a search.";

  /** Many enough that the code of each one shows what it does. */
  private static final int DOCUMENTS = 3000;

  private static final int WORDS = 100; // of each

  private Rehearsal() {}

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
    Path documents = documents(folder);
    command("index", "--index=" + folder.path("hidden"), documents.toString());
    command("index", "--index=" + folder.path("dropped"), "--variants=drop", documents.toString());
    command("cluster", "--output=" + folder.path("clusters.jsonl"), documents.toString());
  }

  /** A file of made-up documents, one in three a copy. */
  public static Path documents(TemporaryFolder folder) throws IOException {
    Path documents = folder.path("documents.jsonl");
    return Files.write(
        documents, IntStream.range(0, DOCUMENTS).mapToObj(Rehearsal::anyLine).toList());
  }

  private static void answer(TemporaryFolder folder) throws IOException {
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

  /** Of random words; one in three repeats that of the line before. */
  private static String anyLine(int number) {
    Random random = new Random(number - (number % 3 == 0 ? 1 : 0));
    String text =
        random
            .ints(WORDS, 0, DOCUMENTS)
            .mapToObj(word -> Integer.toString(word, Character.MAX_RADIX) + "\u00e9n")
            .collect(Collectors.joining(" "));
    return line("d" + number, text + "\u2026");
  }

  private static void command(String... args) {
    run(NeardupCommand::run, args);
  }

  /** A command line. */
  @FunctionalInterface
  public interface CommandLine {
    int run(Terminal terminal, String... args);
  }

  /**
   * Runs a command, unseen.
   *
   * @throws IllegalStateException if it fails
   */
  public static void run(CommandLine program, String... args) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    InputStream nothing = InputStream.nullInputStream();
    int exitCode =
        program.run(new Terminal(nothing, nowhere, nowhere, false, new Paint(false)), args);
    if (exitCode != 0) {
      throw new IllegalStateException(String.join(" ", args) + " ended with " + exitCode);
    }
  }
}
