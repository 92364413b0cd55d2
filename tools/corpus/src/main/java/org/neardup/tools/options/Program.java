// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** A program whose commands are described by annotations: what all of ours share. */
@Command(
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpWidth = 100,
    descriptionHeading = "%nDescription:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n")
public abstract class Program implements Runnable {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  /** A program that reads from and prints to a terminal. */
  protected Program(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Where its commands read and print. */
  public Terminal terminal() {
    return terminal;
  }

  @Override
  public final void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /**
   * Runs one command and returns its exit code. Mistakes and failures become messages.
   *
   * @param commands all that there are, by name. If the first argument names one, the parser takes
   *     the time to look into that one alone
   */
  protected final int run(Map<String, Class<?>> commands, String... args) {
    CommandLine commandLine = new CommandLine(this);
    if (args.length > 0 && commands.containsKey(args[0])) {
      commandLine.addSubcommand(args[0], commands.get(args[0]));
    } else {
      new TreeMap<>(commands).forEach(commandLine::addSubcommand);
      commandLine.addSubcommand(HelpCommand.class);
      commandLine.addSubcommand(AutoComplete.GenerateCompletion.class);
    }
    commandLine
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((mistake, given) -> usage(mistake))
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> Failures.report(failure, terminal));
    int exitCode = execute(commandLine, args);
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

  private int execute(CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (Error e) { // such as OutOfMemoryError, which picocli lets pass
      return Failures.report(e, terminal);
    }
  }

  private int usage(ParameterException mistake) {
    terminal.message("neardup: " + translate(mistake));
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
    terminal.message("Try '" + command + " --help'.");
    return ExitCode.USAGE.code();
  }

  /**
   * The message of a mistake, with what a misspelled argument may have been meant for. A misspelled
   * option goes before the one that is missing for it, which is what the parser would tell.
   */
  private static String translate(ParameterException mistake) {
    CommandLine commandLine = mistake.getCommandLine();
    List<String> unmatched =
        mistake instanceof UnmatchedArgumentException given
            ? given.getUnmatched()
            : commandLine.getUnmatchedArguments();
    if (unmatched.isEmpty()) {
      return mistake.getMessage();
    }
    UnmatchedArgumentException first = new UnmatchedArgumentException(commandLine, unmatched);
    boolean mayBeCommand = !commandLine.getSubcommands().isEmpty();
    String kind =
        first.isUnknownOption()
            ? "unknown option "
            : mayBeCommand ? "unknown command " : "unexpected argument ";
    List<String> likeliestFirst =
        first.isUnknownOption() || mayBeCommand ? first.getSuggestions() : List.of();
    return kind
        + unmatched.getFirst()
        + (likeliestFirst.isEmpty() ? "" : "; did you mean " + likeliestFirst.getFirst() + "?");
  }
}
