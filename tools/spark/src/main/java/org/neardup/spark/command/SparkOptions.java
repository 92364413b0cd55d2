// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.util.List;
import org.neardup.index.Preference;
import org.neardup.spark.command.SparkRun.Format;
import org.neardup.spark.command.SparkRun.Result;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.options.ClusteringOptions;
import org.neardup.tools.options.InputOptions;
import org.neardup.tools.options.Usage;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Arguments and options of all commands. */
final class SparkOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description = {
        "Files and folders that all tasks reach by the same names:",
        "FILE.parquet, or a FOLDER with such files: a document a row, in columns; also by the names"
            + " of other file systems, such as hdfs://...; not together with other inputs;",
        "any input of 'neardup cluster' but standard input. A task reads a file, a range of bytes"
            + " of a large plain file of JSON Lines, or several small files."
      })
  private List<String> inputs;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "Folder to write, by a local name or that of another file system. It is moved into place"
              + " when it is complete; an existing one is not replaced without --force.")
  private String output;

  @Option(names = "--force", description = "Replace the folder if there is one of ours.")
  private boolean force;

  @Option(
      names = "--format",
      paramLabel = "json|parquet",
      defaultValue = "json",
      description =
          "JSON Lines, or Apache Parquet with columns of the same names. Default:"
              + " ${DEFAULT-VALUE}.")
  private Format format;

  @Option(names = "--json", description = "Print the counts as one JSON object.")
  private boolean json;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark's master, such as spark://host:7077 or local[4]. Default: that of spark-submit, or"
              + " else local[*], all cores of this machine.")
  private String master;

  @Option(
      names = "--sketch",
      paramLabel = "KIND:SIZE",
      defaultValue = "fast:128",
      description =
          "Sketch that estimates the resemblance: fast:SLOTS or minhash:SLOTS. Default:"
              + " ${DEFAULT-VALUE}.")
  private String sketch;

  @Option(
      names = "--keep",
      paramLabel = "CRITERIA",
      description =
          "Which document of a cluster represents it: the first or the last of the input, the"
              + " longest, or the one with the largest or smallest value of a field, as numbers or"
              + " else as text: first, last, longest, max:FIELD, min:FIELD. Several are separated"
              + " by commas; the next one decides where one does not. Default: first, or longest"
              + " with --guard lossless.")
  private String keep;

  @Option(
      names = "--scope",
      paramLabel = "FIELD",
      description =
          "Field, such as a language or a site; documents with different values are never"
              + " near-duplicates. Default: none.")
  private String scope;

  @Mixin private ClusteringOptions clustering;
  @Mixin private InputOptions limits;

  /**
   * Runs a command and prints the counts.
   *
   * @param writesSettings whether clusters begin with their settings
   */
  int run(Result result, boolean writesSettings, Terminal terminal) throws Exception {
    if (writesSettings && format == Format.PARQUET) {
      throw new Usage(spec).mistake("--settings has no meaning with --format parquet");
    }
    SparkReport report =
        SparkRun.run(
            new Usage(spec).checked(() -> request(result, writesSettings)), master, terminal);
    terminal.print(json ? Json.of(report) : report.text());
    return report.exitCode().code();
  }

  private SparkRun.Request request(Result result, boolean writesSettings) {
    ClusterConfig config =
        clustering.config(
            Relation.RESEMBLANCE,
            CandidateMethod.LSH,
            SketchKind.parse(sketch),
            Content.FULL,
            OutputFormat.CLUSTERS,
            ClusterConfig.defaults().window(),
            false);
    String byDefault = config.ordersBySize() ? "longest" : "first";
    return new SparkRun.Request(
        inputs,
        limits.rules(),
        config,
        clustering.textFields(),
        Preference.parse(keep == null ? byDefault : keep),
        scope,
        result,
        format,
        writesSettings,
        output,
        force);
  }
}
