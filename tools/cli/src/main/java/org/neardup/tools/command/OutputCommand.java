// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.output.Output;
import org.neardup.tools.output.OutputFile;
import picocli.CommandLine.Option;

/** A command that writes a file, or to standard output, and prints counts. */
abstract class OutputCommand extends ResultCommand {
  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "File to write. It is written to a temporary file and moved into place when it is"
              + " complete; an existing file is not replaced without --force. Default: standard"
              + " output; the counts then go to standard error.")
  private Path output;

  @Option(names = "--force", description = "Replace the output file if there is one.")
  private boolean force;

  /** Where to write; checked before any work. */
  final Output output() {
    if (output != null) {
      return OutputFile.at(output, force);
    } else if (force) {
      throw usage().mistake("--force has no meaning without --output");
    }
    return Output.printed(terminal());
  }

  /** Refuses to overwrite what is read. */
  final void requireOther(Inputs inputs, Path... files) throws IOException {
    if (output != null) {
      OutputFile.requireOther(output, inputs, files);
    }
  }

  /** Refuses to write into the folder of an index. */
  final void requireOutside(Path index) throws IOException {
    if (output != null) {
      OutputFile.requireOutside(output, index);
    }
  }

  /** Prints counts where the result is not. */
  final void printBeside(Record counts, Supplier<String> text) {
    if (output != null) {
      printCounts(counts, text);
    } else if (!isQuiet()) {
      terminal().messages(shown(counts, text));
    }
  }
}
