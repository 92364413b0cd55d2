// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.neardup.tools.console.Paint;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.output.TemporaryFolder;

/**
 * Runs commands unseen and on made-up documents, so that a JVM that records what it loads and how
 * often it runs what has it all: {@code bin/neardup} and {@code bin/neardup-spark} make their
 * caches by this.
 */
public final class ClassCacheTraining {
  /** Many enough that the code of each one shows what it does. */
  private static final int DOCUMENTS = 3000;

  private static final int WORDS = 100; // of each

  private ClassCacheTraining() {}

  /** A file of made-up documents, one in three a copy. */
  public static Path documents(TemporaryFolder folder) throws IOException {
    Path documents = folder.path("documents.jsonl");
    return Files.write(
        documents, IntStream.range(0, DOCUMENTS).mapToObj(ClassCacheTraining::anyLine).toList());
  }

  /** A document with this id and text, as a line of JSON. */
  public static String line(String id, String text) {
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

  /**
   * Runs a command, unseen.
   *
   * @throws IllegalStateException if it fails
   */
  public static void run(ToIntBiFunction<Terminal, String[]> program, String... args) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    InputStream nothing = InputStream.nullInputStream();
    int exitCode =
        program.applyAsInt(new Terminal(nothing, nowhere, nowhere, false, new Paint(false)), args);
    if (exitCode != 0) {
      throw new IllegalStateException(String.join(" ", args) + " ended with " + exitCode);
    }
  }
}
