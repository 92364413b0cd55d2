// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.util.List;
import org.neardup.index.Preference;
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

/** Arguments and options of all commands, which {@link SparkRun} reads. */
final class SparkOptions {
  /** How results are written. */
  enum Format {
    PARQUET,
    JSON
  }

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
  List<String> inputs;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "Folder to write, by a local name or that of another file system. It is moved into place"
              + " when it is complete; an existing one is not replaced without --force.")
  String output;

  @Option(names = "--force", description = "Replace the folder if there is one of ours.")
  boolean force;

  @Option(
      names = "--format",
      paramLabel = "json|parquet",
      defaultValue = "json",
      description =
          "JSON Lines, or Apache Parquet with columns of the same names. Default:"
              + " ${DEFAULT-VALUE}.")
  Format format;

  @Option(names = "--json", description = "Print the counts as one JSON object.")
  private boolean json;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark's master, such as spark://host:7077 or local[4]. Default: that of spark-submit, or"
              + " else local[*], all cores of this machine.")
  String master;

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
  String scope;

  @Mixin ClusteringOptions clustering;
  @Mixin InputOptions limits;

  boolean isOneVersion;
  boolean writesSettings;

  /**
   * Runs a command and prints the counts.
   *
   * @param onlyOneVersion whether documents are written, and no clusters
   * @param settings whether clusters begin with their settings
   */
  int run(boolean onlyOneVersion, boolean settings, Terminal terminal) throws Exception {
    isOneVersion = onlyOneVersion;
    writesSettings = settings;
    Usage usage = new Usage(spec);
    if (writesSettings && format == Format.PARQUET) {
      throw usage.mistake("--settings has no meaning with --format parquet");
    }
    ClusterConfig config = usage.checked(this::config);
    String usual = config.ordersBySize() ? "longest" : "first";
    Preference preference = usage.checked(() -> Preference.parse(keep == null ? usual : keep));
    SparkReport report = SparkRun.run(this, config, preference, terminal);
    terminal.print(json ? Json.of(report) : report.text());
    return report.exitCode().code();
  }

  private ClusterConfig config() {
    return clustering.config(
        Relation.RESEMBLANCE,
        CandidateMethod.LSH,
        SketchKind.parse(sketch),
        Content.FULL,
        OutputFormat.CLUSTERS,
        ClusterConfig.defaults().window(),
        false);
  }
}
