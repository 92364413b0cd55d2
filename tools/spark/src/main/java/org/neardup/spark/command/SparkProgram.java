// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.package$;
import org.neardup.spark.command.SparkRun.Result;
import org.neardup.tools.analysis.Analyzers;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code neardup-spark} command. */
@Command(
    name = "neardup-spark",
    versionProvider = SparkProgram.VersionText.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpWidth = 100,
    descriptionHeading = "%nDescription:%n",
    parameterListHeading = "%nInput:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    resourceBundle = "org.neardup.spark.command.commands")
public final class SparkProgram implements Runnable {
  private final PrintWriter out;
  private final PrintWriter err;

  @Spec private CommandSpec spec;

  private SparkProgram(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /** Runs one command on the standard streams of this process, and exits with its code. */
  public static void main(String... args) {
    int exitCode = run(utf8(FileDescriptor.out), utf8(FileDescriptor.err), args);
    if (exitCode != 0) { // a cluster takes any call of exit for a failure
      System.exit(exitCode);
    }
  }

  private static PrintWriter utf8(FileDescriptor stream) {
    return new PrintWriter(new FileOutputStream(stream), false, UTF_8);
  }

  /** Runs one command and returns its exit code. Mistakes and failures become messages. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    SparkProgram program = new SparkProgram(out, err);
    int exitCode =
        new CommandLine(program)
            .addSubcommand("cluster", new Cluster())
            .addSubcommand("one-version", new OneVersion())
            .setOut(out)
            .setErr(err)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((mistake, given) -> program.usage(mistake))
            .setExecutionExceptionHandler((failure, command, parsed) -> program.failed(failure))
            .execute(args);
    out.flush();
    err.flush();
    return exitCode;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private void message(String line) {
    err.println(line);
    err.flush();
  }

  private int usage(ParameterException mistake) {
    message("neardup: " + told(mistake));
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
    message("Try '" + command + " --help'.");
    return Failure.USAGE;
  }

  /** A misspelled option goes before the one that is missing for it. */
  private static String told(ParameterException mistake) {
    List<String> unmatched =
        mistake instanceof UnmatchedArgumentException given
            ? given.getUnmatched()
            : mistake.getCommandLine().getUnmatchedArguments();
    if (unmatched.isEmpty()) {
      return mistake instanceof CommandLine.MissingParameterException missing
          ? missing.getMissing().stream()
              .map(
                  each ->
                      each.isOption()
                          ? ((CommandLine.Model.OptionSpec) each).longestName()
                          : each.paramLabel())
              .reduce((a, b) -> a + " and " + b)
              .map(names -> names + " must be given")
              .orElse(mistake.getMessage())
          : mistake.getMessage();
    }
    UnmatchedArgumentException first =
        new UnmatchedArgumentException(mistake.getCommandLine(), unmatched);
    List<String> likeliestFirst = first.getSuggestions();
    return (first.isUnknownOption() ? "unknown option " : "unexpected argument ")
        + unmatched.getFirst()
        + (likeliestFirst.isEmpty() ? "" : "; did you mean " + likeliestFirst.getFirst() + "?");
  }

  private int failed(Exception failure) {
    if (failure instanceof Failure told) {
      message("neardup: " + told.getMessage());
      return told.exitCode();
    }
    message("neardup: this is a bug, please report it:");
    failure.printStackTrace(err);
    return Failure.PROGRAM;
  }

  /** {@code neardup-spark cluster}. */
  @Command(footerHeading = "%nExamples:%n")
  static final class Cluster implements Callable<Integer> {
    @CommandLine.ParentCommand private SparkProgram program;
    @Mixin private SparkOptions options;

    @Option(names = "--settings")
    private boolean settings;

    @Override
    public Integer call() throws Exception {
      return program.run(options, Result.CLUSTERS, settings);
    }
  }

  /** {@code neardup-spark one-version}. */
  @Command(footerHeading = "%nExamples:%n")
  static final class OneVersion implements Callable<Integer> {
    @CommandLine.ParentCommand private SparkProgram program;
    @Mixin private SparkOptions options;

    @Override
    public Integer call() throws Exception {
      return program.run(options, Result.ONE_VERSION, false);
    }
  }

  private int run(SparkOptions options, Result result, boolean writesSettings) throws Exception {
    SparkReport report = SparkRun.run(options.request(result, writesSettings), this::message);
    out.println(options.printsJson() ? report.json() : report.text());
    return report.failed() > 0 ? Failure.INPUT_FAILED : 0;
  }

  /** The versions that a bug report needs. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Analyzers.class.getPackage().getImplementationVersion();
      return new String[] {
        "neardup "
            + (version == null ? "unpackaged" : version)
            + ", Lucene "
            + org.apache.lucene.util.Version.LATEST
            + ", Spark "
            + package$.MODULE$.SPARK_VERSION()
      };
    }
  }
}
