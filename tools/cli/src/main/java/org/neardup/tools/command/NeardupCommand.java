// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Terminal;
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
    return Program.run(new NeardupCommand(terminal), terminal, args);
  }

  Terminal terminal() {
    return terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** The versions that a bug report needs. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {ProgramVersion.line()};
    }
  }
}
