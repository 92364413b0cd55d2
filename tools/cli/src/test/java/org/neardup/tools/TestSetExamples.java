// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.command.Run;

/** The examples of sets and contained texts in the README print what it says. */
public class TestSetExamples {
  private static final Pattern SECTION =
      Pattern.compile("(?ms)^### (Contained texts|Sets|Sets of links)$(.*?)(?=^##|\\z)");
  private static final Pattern FILE =
      Pattern.compile("`(\\w+\\.(?:jsonl|tsv|txt))`:\\n\\n((?: {4}.*\\n)+)");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)^ {4}\\$ neardup (.*)\\n((?: {4}[^$].*\\n|\\n(?= {4}[^$]))*)");

  /** What takes a time of its own, and a page that names its files. */
  private static final Pattern TIMES =
      Pattern.compile("(?m)^(seconds|MB/s|s [a-z]+|documents/s|bytes) .*\\n");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void examplesPrintWhatTheReadmeSays() throws IOException {
    int examples = 0;
    String readme = Files.readString(Path.of("../README.md"));
    for (MatchResult section : SECTION.matcher(readme).results().toList()) {
      for (MatchResult file : FILE.matcher(section.group(2)).results().toList()) {
        Files.writeString(path(file.group(1)), unindented(file.group(2)));
      }
      for (MatchResult example : EXAMPLE.matcher(section.group(2)).results().toList()) {
        String expected = withoutTimes(unindented(example.group(2)));
        assertEquals(example.group(1), expected, withoutTimes(run(example.group(1))));
        examples++;
      }
    }
    assertEquals(12, examples);
  }

  private Path path(String name) {
    return folder.getRoot().toPath().resolve(name);
  }

  private String run(String command) {
    List<String> args = new ArrayList<>();
    for (String arg : command.split(" ", -1)) {
      args.add(arg.matches("\\w+\\.(jsonl|idx|html|tsv|txt)|results") ? path(arg).toString() : arg);
    }
    return Run.neardup(args.toArray(String[]::new)).out();
  }

  private static String unindented(String block) {
    return block.replaceAll("(?m)^ {4}", "");
  }

  /** Nor blanks at the ends of lines, which a README does not have. */
  private static String withoutTimes(String output) {
    return TIMES.matcher(output).replaceAll("").replaceAll("(?m) +$", "");
  }
}
