// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.nio.file.Path;
import java.util.List;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.SetFields;
import org.neardup.tools.options.InputOptions;
import org.neardup.tools.output.OutputFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that reads documents. */
final class ReadingOptions {
  @Mixin private InputOptions options;

  @Option(
      names = "--rejected",
      paramLabel = "FILE",
      description =
          "New file for all that cannot be used, a JSON object a line: where it is, and the reason."
              + " Standard error names the first ten of a kind. Without any, it is not written.")
  private Path rejected;

  /** The name of an option that is on the command line, or null. */
  String given() {
    return rejected == null ? options.given() : "--rejected";
  }

  /** The documents of some inputs, with these sets; checks the options first. */
  Inputs open(List<String> inputs, Terminal terminal, SetFields sets) {
    if (rejected != null) {
      OutputFile.at(rejected, false);
    }
    Problems problems = new Problems(terminal::message, rejected);
    return new Inputs(inputs, terminal.in(), options.rules().withSets(sets), problems);
  }
}
