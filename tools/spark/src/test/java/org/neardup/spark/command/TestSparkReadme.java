// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.Test;
import org.neardup.spark.input.LocalSpark;

/** The README of this module says what the program does. */
public class TestSparkReadme extends CommandTestCase {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

  private final String readme = read("README.md");

  private static String read(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The indented lines after a line, as far as the next one that is not. */
  private List<String> block(String after) {
    int start = readme.indexOf(after);
    assertTrue(after, start >= 0);
    return readme
        .substring(start + after.length())
        .lines()
        .dropWhile(line -> !line.startsWith("    "))
        .takeWhile(line -> line.startsWith("    "))
        .map(line -> line.substring(4))
        .toList();
  }

  private String documents() throws IOException {
    return file("docs.jsonl", String.join("\n", block("`docs.jsonl`:\n")) + "\n");
  }

  private List<String> shown(String command) {
    return block("    $ " + command + "\n").stream()
        .takeWhile(line -> !line.startsWith("...") && !line.startsWith("$"))
        .toList();
  }

  @Test
  public void testTheExampleGivesWhatItSays() throws IOException {
    String documents = documents();
    Outcome outcome = run("cluster", documents);
    assertEquals(1, outcome.exitCode());
    String printed = (outcome.err() + outcome.out()).replace(folder + "/", "");
    List<String> expected = shown("neardup-spark cluster --output found docs.jsonl");
    assertEquals(expected, printed.lines().limit(expected.size()).toList());
    assertEquals(
        shown("cat found/clusters.jsonl"), Files.readAllLines(found.resolve("clusters.jsonl")));
    assertEquals(
        shown("cat found/rejected/part-00000.jsonl"),
        parts("rejected").stream().map(line -> line.replace(folder + "/", "")).toList());
    found = folder.resolve("kept");
    run("one-version", "--keep", "longest", documents);
    assertEquals(
        shown("cat kept/documents/*.jsonl"), parts("documents").stream().sorted().toList());
  }

  @Test
  public void testTheJavaRunsAndPrintsWhatItSays() throws Exception {
    String java = readme.split("```java\n", 2)[1].split("```", 2)[0];
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        java.replace("docs.jsonl", documents())
            .replace("kept.parquet", folder.resolve("kept.parquet").toString()));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertEquals(0, failed);
    LocalSpark.session();
    List<String> printed = runExample().lines().filter(line -> line.matches("[+|].*")).toList();
    assertEquals(block("```\n\n"), printed);
    assertEquals(
        2, LocalSpark.session().read().parquet(folder.resolve("kept.parquet").toString()).count());
  }

  private String runExample() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    URL[] path = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path)) {
      scala.Console.withOut(
          new PrintStream(printed, true, StandardCharsets.UTF_8),
          () -> {
            try {
              return loader
                  .loadClass("Example")
                  .getMethod("main", String[].class)
                  .invoke(null, (Object) new String[0]);
            } catch (ReflectiveOperationException e) {
              throw new LinkageError(e.getMessage(), e);
            }
          });
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  public void testEveryCommandAndOptionIsExplained() {
    for (String command : List.of("cluster", "one-version")) {
      assertTrue(command, readme.contains("`" + command));
      Set<String> missing = options(Outcome.neardupSpark(command, "--help").out());
      missing.removeAll(options(readme));
      missing.removeAll(Set.of("--help", "--version"));
      assertEquals(command, Set.of(), missing);
    }
  }

  private static Set<String> options(String text) {
    return OPTION
        .matcher(text)
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
