// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.package$;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;

/** The {@code neardup-spark} command. */
@Command(
    name = "neardup-spark",
    description =
        "Finds the near-duplicates of corpora of any size on Apache Spark: on all cores of this"
            + " machine, or on a cluster. The result is that of 'neardup cluster'.",
    versionProvider = SparkProgram.VersionText.class,
    parameterListHeading = "%nInput:%n",
    exitCodeList = {
      ExitCodeLines.DONE,
      ExitCodeLines.INPUT_FAILED,
      ExitCodeLines.USAGE,
      "3:the output cannot be written, for example because the disk is full; it is unchanged",
      "4:this program failed, or had too little memory; the output is unchanged"
    },
    footer = {"", "'neardup-spark COMMAND --help' describes a command."})
public final class SparkProgram extends Program {
  private final Interruption interruption;

  SparkProgram(Terminal terminal, Interruption interruption) {
    super(terminal);
    this.interruption = interruption;
  }

  /** Runs one command on the standard streams of this process, and exits with its code. */
  public static void main(String... args) {
    int exitCode = run(Terminal.ofProcess(), Interruption.ofProcess(), args);
    if (exitCode != 0) { // a cluster takes any call of exit for a failure
      System.exit(exitCode);
    }
  }

  /** Runs one command and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    return run(terminal, new Interruption(), args);
  }

  private static int run(Terminal terminal, Interruption interruption, String... args) {
    return new SparkProgram(terminal, interruption)
        .run(Map.of("cluster", Cluster.class, "one-version", OneVersion.class), args);
  }

  /** Spark stops its jobs when the process is to end, and they fail. */
  @Override
  protected Throwable cause(Throwable failure, ParseResult parsed) {
    return interruption.isRequested()
        ? new ToolException(ExitCode.INTERRUPTED, "interrupted; the output is unchanged")
        : failure;
  }

  /** {@code neardup-spark cluster}. */
  @Command(
      description = {
        "Finds the clusters of near-duplicates of a corpus.",
        "",
        "The result is that of 'neardup cluster' with the same settings, whatever the number of"
            + " tasks and machines: DIR/clusters.jsonl, which 'neardup report --clusters' opens, or"
            + " files of Parquet in DIR/clusters. Bad records are named in DIR/rejected, the rest is"
            + " done."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  neardup-spark cluster --output found pages.jsonl",
        "  neardup-spark cluster --output found --format parquet --scope site crawl/*.warc.gz"
      })
  static final class Cluster implements Callable<Integer> {
    @ParentCommand private SparkProgram program;
    @Mixin private SparkOptions options;

    @Option(
        names = "--settings",
        description =
            "Begin clusters with a line of the settings they were made with, which report reads and"
                + " other readers must skip.")
    private boolean settings;

    @Override
    public Integer call() throws Exception {
      return options.run(false, settings, program.terminal());
    }
  }

  /** {@code neardup-spark one-version}. */
  @Command(
      description = {
        "Writes a corpus without its near-duplicates.",
        "",
        "DIR/documents has the documents that represent themselves, with all their fields and two"
            + " more: neardup_representative, their own id, and neardup_versions, the ids of the"
            + " documents that each stands for. Documents without text stay. Bad records are named"
            + " in DIR/rejected, the rest is done."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  neardup-spark one-version --output kept --keep max:date,longest pages.jsonl",
        "  neardup index --index pages.idx kept/documents/*.jsonl"
      })
  static final class OneVersion implements Callable<Integer> {
    @ParentCommand private SparkProgram program;
    @Mixin private SparkOptions options;

    @Override
    public Integer call() throws Exception {
      return options.run(true, false, program.terminal());
    }
  }

  /** The versions that a bug report needs. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {ProgramVersion.line() + ", Spark " + package$.MODULE$.SPARK_VERSION()};
    }
  }
}
