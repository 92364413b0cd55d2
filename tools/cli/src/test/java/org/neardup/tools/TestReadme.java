// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The README's Java compiles and prints what the README says; CI runs the README's commands. */
public class TestReadme {
  private static final String IMPORTS =
      "import org.neardup.index.*; import org.neardup.search.OneVersion;";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void testExampleRuns() throws Exception {
    String lines = between(Files.readString(Path.of("../../README.md")), "```java\n", "```");
    assertEquals(9, lines.lines().count());
    List<String> printed = JavaExample.run(folder.getRoot().toPath(), IMPORTS, lines);
    assertEquals(printed.toString(), 2, printed.size());
    assertTrue(printed.get(0), printed.get(0).startsWith("Hidden[representative=a, "));
    assertEquals("1", printed.get(1));
  }

  @Test
  public void testAllPagesHaveTheVersionOfThePoms() throws IOException {
    String version = between(Files.readString(Path.of("pom.xml")), "<version>", "</version>");
    String readme = Files.readString(Path.of("../../README.md"));
    assertEquals(version, between(readme, "neardup-lucene:", "`"));
    assertEquals(version, between(readme, "/neardup-", ".zip"));
    String plugin = Files.readString(Path.of("../../plugin/opensearch/README.md"));
    assertEquals(version, between(plugin, "/neardup-opensearch-", "-")); // and OpenSearch's
  }

  /** What .ci/run reads from the README is what a reader of the README types and sees. */
  @Test
  public void testCiRunsTheTwoCommands() throws Exception {
    Process ci = new ProcessBuilder("bash", "../../.ci/run", "--list").start();
    String listed = new String(ci.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, ci.waitFor());
    String readme = Files.readString(Path.of("../../README.md"));
    List<String> commands = indented(between(readme, "Two commands show this", "\nBoth find"));
    String demo = between(readme, "before and after:\n", "\nTwo commands");
    List<String> expected = new ArrayList<>();
    commands.forEach(command -> expected.add(command.replaceFirst(" +#.*", "")));
    assertEquals(List.of("tools/bin/neardup demo", "mvn verify"), expected);
    expected.addAll(indented(demo));
    assertEquals(expected, listed.lines().toList());
  }

  private static List<String> indented(String text) {
    String margin = "    ";
    return text.lines()
        .filter(line -> line.startsWith(margin))
        .map(line -> line.substring(margin.length()))
        .toList();
  }

  private static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }
}
