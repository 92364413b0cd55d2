// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What the values of options must be, whatever the command. */
final class OptionValues {
  /** Files of several commands; each command checks those of its own. */
  private static final Set<String> SHARED = Set.of("--rejected", "--verdicts");

  private OptionValues() {}

  /**
   * Refuses an empty path, which would be the working directory; a list that is only commas; and a
   * file that two options name, as one would overwrite what the other reads or writes.
   */
  static void check(ParseResult parsed) {
    Map<Path, String> names = new HashMap<>();
    for (OptionSpec option : parsed.matchedOptions()) {
      String name = option.longestName();
      if (option.getValue() instanceof Collection<?> list && list.isEmpty()) {
        throw mistake(parsed, name + " must have a value, got " + option.originalStringValues());
      } else if (option.getValue() instanceof Path path) {
        if (path.toString().isEmpty()) {
          throw mistake(parsed, name + " must be a path, got \"\"");
        }
        String other = names.putIfAbsent(real(path), name);
        if (other != null && (SHARED.contains(name) || SHARED.contains(other))) {
          throw mistake(parsed, other + " and " + name + " must not be the same, got " + path);
        }
      }
    }
  }

  /** One for all names of a file. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) { // it is not there yet
      return path.toAbsolutePath().normalize();
    }
  }

  private static ParameterException mistake(ParseResult parsed, String message) {
    return new ParameterException(parsed.commandSpec().commandLine(), message);
  }
}
