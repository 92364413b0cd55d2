// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.util.Version;
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
      SimilarCommand.class,
      StatsCommand.class,
      VariantsCommand.class,
      HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Main.VersionText.class,
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
          + " nothing was changed, but what a command had done before it printed",
      ExitCodeLines.FAILED
    },
    footer = {"", "'neardup COMMAND --help' describes a command."})
final class Main implements Runnable {
  /** Held here, as a logger that is not forgets its level. Its hints on vector search are noise. */
  private static final Logger LUCENE_LOG = Logger.getLogger("org.apache.lucene");

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  private Main(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs one command and exits with its code. */
  public static void main(String... args) {
    LUCENE_LOG.setLevel(Level.SEVERE);
    PrintWriter out = utf8(FileDescriptor.out);
    PrintWriter err = utf8(FileDescriptor.err);
    Terminal terminal =
        new Terminal(
            System.in,
            out,
            err,
            Boolean.getBoolean("neardup.progress"),
            new Paint(Boolean.getBoolean("neardup.colour")));
    System.exit(run(terminal, args));
  }

  /** Runs one command; the exit code comes back. */
  static int run(Terminal terminal, String... args) {
    CommandLine commandLine =
        new CommandLine(new Main(terminal))
            .setOut(terminal.out())
            .setErr(terminal.err())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((mistake, given) -> usage(mistake, terminal))
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> Failures.report(failure, terminal));
    int exitCode = execute(commandLine, args);
    // A writer that prints keeps its failures to itself until it is asked.
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
      return Failures.report(e, ((Main) commandLine.getCommand()).terminal);
    }
  }

  /** What this program is: its own version and that of Lucene. */
  static String version() {
    String version = Main.class.getPackage().getImplementationVersion();
    return "neardup " + (version == null ? "unpackaged" : version) + ", Lucene " + Version.LATEST;
  }

  Terminal terminal() {
    return terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int usage(ParameterException mistake, Terminal terminal) {
    terminal.message("neardup: " + mistake.getMessage());
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
    terminal.message("Try '" + command + " --help'.");
    return ExitCode.USAGE.code();
  }

  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), UTF_8), false);
  }

  /** Both versions that matter to whoever reads a bug report. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {version()};
    }
  }
}
