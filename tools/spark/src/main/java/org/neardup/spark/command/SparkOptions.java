// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;
import org.neardup.index.Preference;
import org.neardup.spark.output.OutputFolder;
import org.neardup.spark.run.SparkReport;
import org.neardup.spark.run.SparkRequest;
import org.neardup.spark.run.SparkRun;
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
        "any input of 'neardup cluster' but standard input: JSON Lines, plain or with .gz, web"
            + " archives, folders of text and HTML files, archives of HTML, messages of protocol"
            + " buffers. A task reads a file, a range of bytes of a large plain file of JSON Lines,"
            + " or several small files."
      })
  private List<String> inputs;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "Folder to write, by a local name or that of another file system. It is written under"
              + " another name and moved into place when it is complete; an existing one is not"
              + " replaced without --force.")
  private String output;

  @Option(
      names = "--format",
      paramLabel = "json|parquet",
      defaultValue = "json",
      description =
          "JSON Lines, or Apache Parquet with columns of the same names. Default:"
              + " ${DEFAULT-VALUE}.")
  private SparkRequest.OutputKind format;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark's master, such as spark://host:7077 or local[4]. Default: that of spark-submit, or"
              + " else local[*], all cores of this machine.")
  private String master;

  @Mixin private ClusteringOptions clustering;

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

  @Mixin private InputOptions limits;

  @Option(names = "--force", description = "Replace the folder if there is one of ours.")
  private boolean force;

  @Option(names = "--json", description = "Print the counts as one JSON object.")
  private boolean json;

  /**
   * Runs a command and prints the counts.
   *
   * @param writesSettings whether clusters begin with their settings
   */
  int run(SparkRun.Result result, boolean writesSettings, Terminal terminal)
      throws IOException, InterruptedException {
    SparkRequest request = request(writesSettings);
    boolean isOurs = SparkSession.getDefaultSession().isEmpty();
    SparkSession spark = session(terminal);
    try {
      OutputFolder folder =
          OutputFolder.at(output, force, spark.sparkContext().hadoopConfiguration());
      SparkReport report = new SparkRun(terminal, spark, request).run(result, folder);
      terminal.print(json ? Json.of(report) : report.text());
      return report.exitCode().code();
    } finally {
      if (isOurs) {
        spark.stop();
      }
    }
  }

  /**
   * The session that a command works in; that of spark-submit has settings of its own. It is asked
   * for by its class, as Spark takes long to find out which of its kinds of sessions there is.
   */
  private SparkSession session(Terminal terminal) {
    SparkConf conf = new SparkConf();
    if (master != null) {
      conf.setMaster(master);
    }
    conf.setIfMissing("spark.master", "local[*]");
    conf.setIfMissing("spark.app.name", "neardup-spark");
    conf.setIfMissing("spark.ui.enabled", "false");
    // Few partitions would have a file each in every task, copied together at its end, though
    // blocks can be sorted as they are.
    conf.setIfMissing("spark.shuffle.sort.bypassMergeThreshold", "1");
    conf.setIfMissing("spark.ui.showConsoleProgress", Boolean.toString(terminal.interactive()));
    if (conf.get("spark.master").startsWith("local")) { // nobody else is to be heard
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
      conf.setIfMissing("spark.metrics.executorMetricsSource.enabled", "false");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }

  private SparkRequest request(boolean writesSettings) {
    try {
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
      return new SparkRequest(
          inputs,
          limits.rules(),
          config,
          clustering.textFields(),
          Preference.parse(keep == null ? byDefault : keep),
          scope,
          format,
          writesSettings);
    } catch (IllegalArgumentException e) {
      throw new Usage(spec).mistake(e);
    }
  }

  /** Refuses an option that would have no effect. */
  void refuse(String option, boolean isGiven, SparkRequest.OutputKind with) {
    if (isGiven && format == with) {
      throw new Usage(spec).mistake(option + " has no meaning with --format " + Json.lower(with));
    }
  }
}
