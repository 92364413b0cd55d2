// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Runs a program whose command line is described by annotations: what all of ours share. */
public final class Program {
  private Program() {}

  /**
   * Runs one command and returns its exit code. Mistakes and failures become messages.
   *
   * @param program an object with picocli's annotations
   */
  public static int run(Object program, Terminal terminal, String... args) {
    CommandLine commandLine =
        new CommandLine(program)
            .setOut(terminal.out())
            .setErr(terminal.err())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((mistake, given) -> usage(mistake, terminal))
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> Failures.report(failure, terminal));
    int exitCode = execute(commandLine, terminal, args);
    // A PrintWriter hides its failures until it is asked.
    boolean failed = terminal.out().checkError();
    boolean isWorse = exitCode > ExitCode.INPUT_FAILED.code(); // and was told
    if (failed && !isWorse) {
      exitCode =
          Failures.report(
              new ToolException(ExitCode.INDEX, "cannot write to standard output"), terminal);
    }
    terminal.err().flush();
    return exitCode;
  }

  private static int execute(CommandLine commandLine, Terminal terminal, String... args) {
    try {
      return commandLine.execute(args);
    } catch (Error e) { // such as OutOfMemoryError, which picocli lets pass
      return Failures.report(e, terminal);
    }
  }

  private static int usage(ParameterException mistake, Terminal terminal) {
    terminal.message("neardup: " + Misspelling.told(mistake));
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
    terminal.message("Try '" + command + " --help'.");
    return ExitCode.USAGE.code();
  }
}
