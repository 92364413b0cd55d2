// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What the README of the tools shows: files, commands, and what they print. */
final class ReadmeExample {
  private static final String PROMPT = "    $ ";

  private final List<String> lines;

  ReadmeExample() throws IOException {
    lines = Files.readAllLines(Path.of("../README.md"));
  }

  /** What follows a command up to the next line that is not indented, without its indentation. */
  String printedBy(String command) {
    return block(lines.indexOf(PROMPT + command) + 1);
  }

  /** The lines of the first example that begin so. */
  String linesThatBegin(String beginning) {
    return lines.stream()
        .filter(line -> line.startsWith("    " + beginning))
        .map(line -> line.substring(4) + "\n")
        .collect(Collectors.joining());
  }

  private String block(int from) {
    if (from == 0) {
      throw new AssertionError("no such command in the README");
    }
    return lines.stream()
        .skip(from)
        .takeWhile(line -> line.startsWith("    ") && !line.startsWith(PROMPT))
        .map(line -> line.substring(4) + "\n")
        .collect(Collectors.joining());
  }
}
