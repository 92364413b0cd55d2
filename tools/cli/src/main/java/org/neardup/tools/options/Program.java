// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;

import java.util.LinkedHashMap;
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
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

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

  /** Its commands by what a person has; none if they need no order. */
  protected Map<String, List<String>> commandGroups() {
    return Map.of();
  }

  /** The commands, each under what a person has. */
  private String commands(Help help) {
    if (commandGroups().isEmpty()) {
      return help.commandListHeading() + help.commandList();
    }
    StringBuilder lists = new StringBuilder();
    Map<String, Help> others = new LinkedHashMap<>(help.subcommands());
    commandGroups()
        .forEach(
            (heading, names) -> {
              Map<String, Help> group = new LinkedHashMap<>();
              names.forEach(name -> group.put(name, others.remove(name)));
              lists.append(help.createHeading("%n" + heading + ":%n"));
              lists.append(help.commandList(group));
            });
    return lists + help.createHeading("%nOthers:%n") + help.commandList(others);
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
      commandLine.getHelpSectionMap().remove(SECTION_KEY_COMMAND_LIST_HEADING);
      commandLine.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, this::commands);
    }
    commandLine
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // a query may begin with @
        .setParameterExceptionHandler(this::usage)
        .setExecutionStrategy(Program::runChecked)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> Failures.report(cause(failure, parsed), terminal));
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
      return Failures.report(cause(e, commandLine.getParseResult()), terminal);
    }
  }

  /**
   * What is to be told of a failure.
   *
   * @param parsed the program's arguments
   */
  protected Throwable cause(Throwable failure, ParseResult parsed) {
    return failure;
  }

  private static int runChecked(ParseResult parsed) {
    if (parsed.hasSubcommand()) {
      OptionValues.check(parsed.subcommand());
    }
    return new RunLast().execute(parsed);
  }

  private int usage(ParameterException mistake, String... args) {
    terminal.message("neardup: " + new UsageMessages(List.of(args)).of(mistake));
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
    terminal.message("Try '" + command + " --help'.");
    return ExitCode.USAGE.code();
  }
}
