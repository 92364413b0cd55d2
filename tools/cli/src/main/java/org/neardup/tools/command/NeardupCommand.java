// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code neardup} command. */
@Command(
    name = "neardup",
    description =
        "Makes a Lucene index hold each content once, or show it once: near-duplicates collapse as"
            + " they are indexed, and one version of each reaches the search results.",
    subcommands = {
      CheckCommand.class,
      ClusterCommand.class,
      CopiedCommand.class,
      CurveCommand.class,
      DeleteCommand.class,
      DemoCommand.class,
      ExperimentCommand.class,
      ExplainCommand.class,
      IndexCommand.class,
      RebuildCommand.class,
      ReportCommand.class,
      RetuneCommand.class,
      SearchCommand.class,
      ServeCommand.class,
      SimilarCommand.class,
      StatsCommand.class,
      VariantsCommand.class,
      HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = NeardupCommand.VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpWidth = 100,
    descriptionHeading = "%nDescription:%n",
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:some input failed, or a check found something; each was named, the rest was done",
      ExitCodeLines.USAGE,
      "3:the index is missing, damaged or made with other settings, or an output cannot be written;"
          + " nothing was changed, unless only the printing failed",
      ExitCodeLines.FAILED
    },
    footer = {"", "'neardup COMMAND --help' describes a command."})
public final class NeardupCommand implements Runnable {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  private NeardupCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs one command and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    CommandLine commandLine =
        new CommandLine(new NeardupCommand(terminal))
            .setOut(terminal.out())
            .setErr(terminal.err())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((mistake, given) -> usage(mistake, terminal))
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

  private static int execute(CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (Error e) { // such as OutOfMemoryError, which picocli lets pass
      return Failures.report(e, ((NeardupCommand) commandLine.getCommand()).terminal);
    }
  }

  Terminal terminal() {
    return terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int usage(ParameterException mistake, Terminal terminal) {
    terminal.message("neardup: " + Misspelling.told(mistake));
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
    terminal.message("Try '" + command + " --help'.");
    return ExitCode.USAGE.code();
  }

  /** The versions that a bug report needs. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {ProgramVersion.line()};
    }
  }
}
