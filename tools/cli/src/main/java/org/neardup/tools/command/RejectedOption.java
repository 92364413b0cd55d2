// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.nio.file.Path;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.input.Problems;
import org.neardup.tools.output.OutputFile;
import picocli.CommandLine.Option;

/** Option of every command that reads documents. */
final class RejectedOption {
  @Option(
      names = "--rejected",
      paramLabel = "FILE",
      description =
          "New file for all that cannot be used, a JSON object a line: where it is, and the reason."
              + " Standard error names the first ten of a kind. Without any, it is not written.")
  private Path file;

  boolean isGiven() {
    return file != null;
  }

  /** Checked. */
  Problems problems(Terminal terminal) {
    if (isGiven()) {
      OutputFile.at(file, false);
    }
    return new Problems(terminal::message, file);
  }
}
