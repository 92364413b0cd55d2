// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.Test;
import org.neardup.tools.command.Run;

/** The README of the tools and the help of the commands speak of the same commands and options. */
public class TestToolsReadme {
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+)  +\\S");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
  private static final Pattern SECTION = Pattern.compile("(?ms)^## (\\w+)$(.*?)(?=^## |\\z)");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)^ {4}\\$ neardup ([a-z]+)((?:.*\\\\\\n)*.*)$");

  /** Each command has these, or they are the same in many, and so are said once. */
  private static final Set<String> COMMON =
      Set.of(
          "--help",
          "--version",
          "--json",
          "--index",
          "--threads",
          "--max-document-mb",
          "--max-keys",
          "--max-memory-mb",
          "--follow-links");

  private final String readme = read("../README.md");
  private final Set<String> commands = commands();

  private static String read(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> commands() {
    String help = Run.neardup("--help").out();
    Set<String> commands = new TreeSet<>(all(COMMAND, help.substring(help.indexOf("Commands:"))));
    commands.remove("help");
    return commands;
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(found.groupCount())).toList();
  }

  private static Set<String> options(String text) {
    return new TreeSet<>(all(OPTION, text));
  }

  private static Set<String> optionsOf(String command) {
    return options(Run.neardup(command, "--help").out());
  }

  private Map<String, String> sections() {
    return SECTION
        .matcher(readme)
        .results()
        .collect(
            Collectors.toMap(
                found -> found.group(1),
                found -> found.group(2),
                (a, b) -> a + b,
                LinkedHashMap::new));
  }

  @Test
  public void everyCommandIsThere() {
    assertEquals(commands, new TreeSet<>(sections().keySet()));
    for (String command : commands) {
      assertTrue(command, readme.contains("| [`" + command + "`](#" + command + ") | "));
      assertTrue(command, read("../../README.md").contains("neardup " + command));
    }
  }

  @Test
  public void everyCommandHasAnExampleThatItTakes() {
    Set<String> shown = new TreeSet<>();
    Matcher example = EXAMPLE.matcher(readme);
    while (example.find()) {
      shown.add(example.group(1));
      Set<String> unknown = options(example.group(2).split("\\|", 2)[0]);
      unknown.removeAll(optionsOf(example.group(1)));
      assertEquals(example.group(), Set.of(), unknown);
    }
    assertEquals(commands, shown);
  }

  @Test
  public void everyOptionIsExplained() {
    sections()
        .forEach(
            (command, section) -> {
              Set<String> missing = optionsOf(command);
              missing.removeAll(COMMON);
              missing.removeAll(options(section));
              if (section.contains("(#options)")) {
                missing.removeAll(options(sections().get("index")));
              }
              assertEquals(command, Set.of(), missing);
            });
  }

  @Test
  public void helpHasTheSectionsOfAManualPage() {
    for (String command : commands) {
      String help = Run.neardup(command, "--help").out();
      assertTrue(
          help,
          help.matches(
              "(?s)Usage: neardup "
                  + command
                  + " .*\n\nDescription:\n.*\n\nOptions:\n.*\n\nExit codes:\n.*"
                  + "\n\nExamples?:\n  neardup "
                  + command
                  + ".*"));
    }
  }
}
