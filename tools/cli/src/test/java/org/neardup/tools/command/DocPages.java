// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages on the tools: the files that they show, the commands, and what these print. */
public final class DocPages {
  private static final Path README = Path.of("../README.md");
  private static final Pattern FILE = Pattern.compile("`([\\w./]+)`:\\n\\n((?: {4}.*\\n)+)");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)^ {4}\\$ (.*)\\n((?: {4}[^$].*\\n|\\n(?= {4}[^$]))*)");

  /** A command line, without its prompt, and the text below it. */
  public record Example(String command, String output) {}

  private DocPages() {}

  public static String readme() {
    return read(README);
  }

  /** All pages but the README, without pictures, by the names of their files. */
  public static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(Path.of("../docs"))) {
      files
          .filter(file -> !file.toString().endsWith(".svg"))
          .sorted()
          .forEach(file -> pages.put(file.getFileName().toString(), read(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  /** The README and all pages as one text. */
  public static String everything() {
    return readme() + String.join("\n", pages().values());
  }

  /** What each file that a page shows holds, by its name. */
  public static Map<String, String> files(String page) {
    Map<String, String> files = new LinkedHashMap<>();
    Matcher file = FILE.matcher(page);
    while (file.find()) {
      files.put(file.group(1), unindented(file.group(2)));
    }
    return files;
  }

  public static List<Example> examples(String page) {
    List<Example> examples = new ArrayList<>();
    Matcher example = EXAMPLE.matcher(page);
    while (example.find()) {
      examples.add(new Example(example.group(1), unindented(example.group(2))));
    }
    return examples;
  }

  /** What a command of any page prints there. */
  static String printedBy(String command) {
    return examples(everything()).stream()
        .filter(example -> example.command().equals(command))
        .map(Example::output)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no page has the command " + command));
  }

  /** The README's documents, without the bad line. */
  static String documents() {
    return files(readme()).get("docs.jsonl").replace("{\"text\": \"no id\"}\n", "");
  }

  private static String unindented(String block) {
    return block.replaceAll("(?m)^ {4}", "");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
