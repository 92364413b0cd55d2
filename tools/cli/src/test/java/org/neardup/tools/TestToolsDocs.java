// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;
import org.neardup.tools.command.DocPages;
import org.neardup.tools.command.Run;

/** The pages on the tools and the help of the commands speak of the same commands and options. */
public class TestToolsDocs {
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+)  +\\S");

  /** A row of the README's table: a page of the folder, and the commands that it is about. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\|[^|]*\\| \\[[^\\]]*\\]\\(docs/([a-z-]+\\.md)\\)[^|]*\\| (.*) \\|$");

  private static final Pattern NAME = Pattern.compile("`([a-z]+)`");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

  /** A command line of a page, with or without the prompt, over several lines or one. */
  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)^ {4}(?:\\$ )?neardup ([a-z]+)((?:.*\\\\\\n)*.*)$");

  private final String everything = DocPages.everything();
  private final Set<String> commands = commands();

  private static Set<String> commands() {
    String help = Run.neardup("--help").out();
    Set<String> commands = new TreeSet<>();
    Matcher command = COMMAND.matcher(help.substring(help.indexOf("You have documents:")));
    while (command.find()) {
      commands.add(command.group(1));
    }
    commands.remove("help");
    return commands;
  }

  private static Set<String> options(String text) {
    Set<String> options = new TreeSet<>();
    OPTION.matcher(text).results().map(MatchResult::group).forEach(options::add);
    return options;
  }

  private static Set<String> optionsOf(String command) {
    return options(Run.neardup(command, "--help").out());
  }

  @Test
  public void testTheReadmeLeadsFromEachCommandToAPageThatShowsIt() {
    Set<String> found = new TreeSet<>();
    for (MatchResult row : ROW.matcher(DocPages.readme()).results().toList()) {
      String page = DocPages.pages().get(row.group(1));
      for (MatchResult command : NAME.matcher(row.group(2)).results().toList()) {
        assertTrue(row.group(), page.contains("neardup " + command.group(1) + " "));
        found.add(command.group(1));
      }
    }
    assertEquals(commands, found);
  }

  @Test
  public void testExamplesHaveOptionsThatTheirCommandsTake() {
    Set<String> shown = new TreeSet<>();
    Matcher example = EXAMPLE.matcher(everything);
    while (example.find()) {
      shown.add(example.group(1));
      Set<String> unknown = options(example.group(2).split("\\|", 2)[0]);
      unknown.removeAll(optionsOf(example.group(1)));
      assertEquals(example.group(), Set.of(), unknown);
    }
    assertEquals(commands, shown);
  }

  @Test
  public void testEveryOptionIsOnSomePage() {
    Set<String> explained = options(everything);
    for (String command : commands) {
      Set<String> missing = optionsOf(command);
      missing.removeAll(explained);
      missing.removeAll(Set.of("--help", "--version"));
      assertEquals(command, Set.of(), missing);
    }
  }

  @Test
  public void testLinksLeadToFilesAndHeadings() {
    Pattern link = Pattern.compile("\\]\\(([^):]*)\\)");
    for (Path page : pages()) {
      for (MatchResult found : link.matcher(read(page)).results().toList()) {
        String[] target = found.group(1).split("#", 2);
        Path file = target[0].isEmpty() ? page : page.resolveSibling(target[0]).normalize();
        assertTrue(page + " links to " + file, Files.exists(file));
        if (target.length == 2) {
          String headings = read(file).toLowerCase(Locale.ROOT).replace(' ', '-');
          assertTrue(
              page + " links to " + found.group(1),
              Pattern.compile("(?m)^#+-" + target[1] + "$").matcher(headings).find());
        }
      }
    }
  }

  private static List<Path> pages() {
    Path root = Path.of("../..");
    return Stream.of(
            "",
            "plugin/lucene",
            "plugin/lucene/docs",
            "tools",
            "tools/docs",
            "tools/spark",
            "tools/benchmarks",
            ".github")
        .flatMap(folder -> list(root.resolve(folder)).stream())
        .toList();
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  public void testPagesAreShort() {
    DocPages.pages().forEach((name, page) -> assertTrue(name, page.lines().count() <= 150));
    assertTrue(DocPages.readme().lines().count() <= 150);
    assertFalse(DocPages.pages().isEmpty());
  }

  @Test
  public void testHelpHasTheSectionsOfAManualPage() {
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
