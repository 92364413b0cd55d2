// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.options.Usage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that prints one result, for people or for programs. */
abstract class ResultCommand implements Callable<Integer> {
  @ParentCommand private NeardupCommand neardup;
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  final Terminal terminal() {
    return neardup.terminal();
  }

  final Interruption interruption() {
    return neardup.interruption();
  }

  final Usage usage() {
    return new Usage(spec);
  }

  /** Whether nobody wants to see the counts of what was done. */
  final boolean isQuiet() {
    return neardup.isQuiet() && !json;
  }

  /**
   * What is printed of a result.
   *
   * @param text of it, for people
   */
  final String shown(Record result, Supplier<String> text) {
    return json ? Json.of(result) : text.get();
  }

  /** Tells people what they should know of a result, which JSON holds. */
  final void printNotes(List<String> notes) {
    if (!json) {
      notes.forEach(note -> terminal().message("neardup: " + note));
    }
  }

  /** Prints a result, for people as its text. */
  final void print(Record result, Supplier<String> text) {
    terminal().print(shown(result, text));
  }

  /** The same of the counts of what was done. */
  final void printCounts(Record counts, Supplier<String> text) {
    if (!isQuiet()) {
      print(counts, text);
    }
  }
}
