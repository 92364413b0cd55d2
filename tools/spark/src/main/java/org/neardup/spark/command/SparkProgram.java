// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.util.Map;
import org.apache.spark.package$;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

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
  private SparkProgram(Terminal terminal) {
    super(terminal);
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
    return new SparkProgram(terminal)
        .run(
            Map.of("one-version", OneVersionCommand.class, "cluster", SparkClusterCommand.class),
            args);
  }

  /** The versions that a bug report needs. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {ProgramVersion.line() + ", Spark " + package$.MODULE$.SPARK_VERSION()};
    }
  }
}
