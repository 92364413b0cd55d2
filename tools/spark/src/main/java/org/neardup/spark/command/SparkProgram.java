// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import org.apache.spark.package$;
import org.neardup.tools.command.ExitCodeLines;
import org.neardup.tools.command.Program;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code neardup-spark} command. */
@Command(
    name = "neardup-spark",
    description =
        "Finds the near-duplicates of corpora of any size on Apache Spark: on all cores of this"
            + " machine, or on a cluster. The result is that of 'neardup cluster'.",
    subcommands = {SparkClusterCommand.class, OneVersionCommand.class, HelpCommand.class},
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = SparkProgram.VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpWidth = 100,
    descriptionHeading = "%nDescription:%n",
    parameterListHeading = "%nInput:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.INPUT_FAILED,
      ExitCodeLines.USAGE,
      "3:the output cannot be written, for example because the disk is full; it is unchanged",
      "4:this program failed, or had too little memory; the output is unchanged"
    },
    footer = {"", "'neardup-spark COMMAND --help' describes a command."})
public final class SparkProgram implements Runnable {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  private SparkProgram(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs one command on the standard streams of this process, and exits with its code. */
  public static void main(String... args) {
    int exitCode = run(Terminal.ofProcess(), args);
    if (exitCode != 0) { // a cluster takes any call of exit for a failure
      System.exit(exitCode);
    }
  }

  /** Runs one command and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    return Program.run(new SparkProgram(terminal), terminal, args);
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
      return new String[] {ProgramVersion.line() + ", Spark " + package$.MODULE$.SPARK_VERSION()};
    }
  }
}
