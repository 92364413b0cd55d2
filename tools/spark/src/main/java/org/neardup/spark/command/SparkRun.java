// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.neardup.index.Preference;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.spark.Counts;
import org.neardup.spark.Found;
import org.neardup.spark.NearDuplicates;
import org.neardup.spark.input.InputCounts;
import org.neardup.spark.input.InputFrame;
import org.neardup.spark.input.ParquetFrame;
import org.neardup.spark.output.OutputFolder;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.cluster.ClusterRun;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.Inputs;

/** Finds the near-duplicates of some inputs on Spark, and writes them to a folder. */
record SparkRun(
    SparkSession spark,
    SparkOptions options,
    ClusterConfig config,
    Preference preference,
    Terminal terminal) {
  private static final long PARTITION_BYTES = 16L << 20;
  private static final long LEAST_PARTITIONS = 4;
  private static final long MOST_PARTITIONS = 20_000;

  /** Reads all inputs, tells what fails, and writes the result. */
  static SparkReport run(
      SparkOptions options, ClusterConfig config, Preference preference, Terminal terminal)
      throws Exception {
    boolean isOurs = SparkSession.getDefaultSession().isEmpty();
    SparkSession spark = session(options, terminal);
    try {
      return new SparkRun(spark, options, config, preference, terminal).run();
    } finally {
      if (isOurs) {
        spark.stop();
      }
    }
  }

  /**
   * The session of spark-submit has settings of its own. It is asked for by its class, as Spark
   * takes long to find out which of its kinds of sessions there is.
   */
  private static SparkSession session(SparkOptions options, Terminal terminal) {
    SparkConf conf = new SparkConf();
    if (options.master != null) {
      conf.setMaster(options.master);
    }
    long bytes = Inputs.bytes(options.inputs, options.limits.rules());
    if (bytes >= 0) { // Spark's 200 are too many for a small corpus, and few for a large one
      long partitions = Math.clamp(bytes / PARTITION_BYTES, LEAST_PARTITIONS, MOST_PARTITIONS);
      conf.setIfMissing("spark.sql.shuffle.partitions", Long.toString(partitions));
    }
    // Of 64 MB, as Spark has it, a stage is a few long tasks, and some cores wait for the last one.
    conf.setIfMissing(
        "spark.sql.adaptive.advisoryPartitionSizeInBytes", Long.toString(PARTITION_BYTES));
    // Else a task opens a file for each of some partitions, and copies them together at its end.
    conf.setIfMissing("spark.shuffle.sort.bypassMergeThreshold", "1");
    // Else tasks ask the driver for each class that they look for in vain.
    conf.setIfMissing("spark.sql.artifact.isolation.enabled", "false");
    conf.setIfMissing("spark.master", "local[*]");
    conf.setIfMissing("spark.app.name", "neardup-spark");
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing("spark.ui.showConsoleProgress", Boolean.toString(terminal.interactive()));
    if (conf.get("spark.master").startsWith("local")) { // nobody else is to be heard
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }

  private SparkReport run() throws Exception {
    OutputFolder folder =
        OutputFolder.at(options.output, options.force, spark.sparkContext().hadoopConfiguration());
    folder.requireOther(options.inputs);
    try (folder) {
      return find(folder);
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Scala throws what it does not declare
      throw told(e);
    }
  }

  private SparkReport find(OutputFolder folder) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long parquet = options.inputs.stream().filter(ParquetFrame::isOne).count();
    if (parquet > 0 && parquet < options.inputs.size()) {
      throw new ToolException(
          ExitCode.USAGE, "inputs must all be Parquet, or none, got " + options.inputs);
    }
    InputFrame input = parquet > 0 ? null : input();
    try (Found found = input == null ? ofParquet() : of(input)) {
      InputCounts read = input == null ? InputCounts.none() : input.counts();
      requireFields(read);
      write(found, input != null, folder);
      Counts counts = found.counts();
      if (counts.rejected() > 0) {
        folder.writeRejected(found.rejected(), InputFrame.WHERE, Found.REASON);
      } else if (read.failed() > 0) {
        folder.writeRejected(input.rejected(), InputFrame.WHERE, InputFrame.PROBLEM);
      }
      folder.finish();
      terminal.clearLine();
      tell(read, counts.rejected());
      long left = counts.documents() - counts.clustered() + counts.clusters();
      double seconds = (System.nanoTime() - start) * 1e-9;
      return new SparkReport(
          counts.documents(),
          read.failed() + counts.rejected(),
          read.bytes(),
          !options.isOneVersion ? counts.clusters() : left,
          Table.rounded(seconds),
          Table.rounded(counts.documents() / seconds),
          settings(),
          counts);
    }
  }

  private InputFrame input() throws InterruptedException {
    return InputFrame.of(
        spark,
        new InputFrame.Request(
            options.inputs,
            options.limits.rules(),
            options.clustering.textFields(),
            options.scope,
            List.copyOf(firstValues())),
        terminal::message);
  }

  /** Fields that settings name and that have no column of their own. */
  private Set<String> firstValues() {
    Set<String> fields = new TreeSet<>(new Ranker(preference).fields());
    if (options.scope != null) {
      fields.add(options.scope);
    }
    fields.removeAll(Set.of(InputFrame.ID, InputFrame.TITLE, InputFrame.TEXT));
    return fields;
  }

  private Found of(InputFrame input) {
    return settings(InputFrame.ID)
        .text(InputFrame.COMPARED)
        .mainText(InputFrame.MAIN_TEXT)
        .find(input.documents());
  }

  private Found ofParquet() {
    Dataset<Row> rows = ParquetFrame.read(spark, options.inputs);
    List<String> columns = List.of(rows.columns());
    Map<String, String> missing = wanted();
    missing.put(options.limits.rules().roles().id(), "--id-field");
    missing.keySet().removeAll(columns);
    missing.forEach(
        (field, option) -> {
          throw new ToolException(
              ExitCode.USAGE, option + " " + field + ": no such column, got " + columns);
        });
    return settings(options.limits.rules().roles().id())
        .text(options.clustering.textFields().toArray(String[]::new))
        .find(rows);
  }

  private NearDuplicates settings(String id) {
    NearDuplicates settings =
        NearDuplicates.of(spark)
            .config(config)
            .preference(preference.toString())
            .progress(terminal::step)
            .id(id)
            .position(InputFrame.POSITION)
            .url(InputFrame.URL)
            .date(InputFrame.DATE)
            .path(InputFrame.PATH);
    return options.scope == null ? settings : settings.scope(options.scope);
  }

  /** By field, the option that names it. */
  private Map<String, String> wanted() {
    Map<String, String> wanted = new LinkedHashMap<>();
    new Ranker(preference).fields().forEach(field -> wanted.put(field, "--keep"));
    if (options.scope != null) {
      wanted.put(options.scope, "--scope");
    }
    options.clustering.textFields().forEach(field -> wanted.put(field, "--text-field"));
    return wanted;
  }

  /** Ends the command if no document had a field that an option names. */
  private void requireFields(InputCounts read) {
    if (read.documents() > 0) {
      WantedFields wanted = new WantedFields(wanted());
      wanted.see(read.names());
      wanted.requireAll();
    }
  }

  private void write(Found found, boolean areDocuments, OutputFolder folder) throws IOException {
    boolean isJson = options.format == SparkOptions.Format.JSON;
    if (!options.isOneVersion) {
      Dataset<Row> clusters = found.clusters();
      terminal.step("writing");
      if (isJson) {
        folder.writeJsonClusters(clusters, options.writesSettings ? settings() : Map.of());
      } else {
        folder.writeParquet(clusters, OutputFolder.CLUSTERS);
      }
      return;
    }
    Dataset<Row> documents = found.oneVersion();
    Stream<String> ours =
        Stream.of(documents.columns())
            .filter(column -> column.startsWith(InputFrame.OURS))
            .filter(
                column -> !column.equals(Found.REPRESENTATIVE) && !column.equals(Found.VERSIONS));
    documents =
        documents.drop(
            Stream.concat(ours, areDocuments ? firstValues().stream() : Stream.of())
                .toArray(String[]::new));
    terminal.step("writing");
    if (isJson) {
      folder.writeJsonDocuments(documents, areDocuments);
    } else {
      folder.writeParquet(documents, OutputFolder.DOCUMENTS);
    }
  }

  /** What decided about the result, by the names of options. */
  private Map<String, String> settings() {
    Map<String, String> settings = ClusterRun.settings(config, options.clustering.textFields());
    if (!preference.equals(Preference.FIRST)) {
      settings.put("keep", preference.toString());
    }
    if (options.scope != null) {
      settings.put("scope", options.scope);
    }
    return settings;
  }

  /** Names the first bad records of each kind, and what archives leave out. */
  private void tell(InputCounts read, long rejectedRows) {
    List<String> more = read.problems().more();
    read.problems().first().forEach(terminal::message);
    more.forEach(terminal::message);
    long failed = read.failed() + rejectedRows;
    if (rejectedRows > 0 || (failed > 0 && !more.isEmpty())) {
      terminal.message(
          Counted.of(failed, "bad record")
              + " in all: "
              + options.output
              + "/"
              + OutputFolder.REJECTED
              + " names each");
    }
  }

  /** Spark hides what a task failed of. */
  private Exception told(Exception failure) throws IOException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable thrown && isOfInput(thrown.getCondition())) {
        String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new ToolException(ExitCode.INPUT_FAILED, message + "; nothing was written");
      } else if (cause instanceof IOException io) {
        return new ToolException(
            ExitCode.INDEX,
            "cannot write " + options.output + ": " + Failures.describe(io) + "; it is unchanged");
      }
    }
    Failures.writing(options.output, "it is unchanged", failure); // throws if the disk is full
    return failure;
  }

  /** Whether a failure is that of a file of Parquet. */
  private static boolean isOfInput(String condition) {
    return condition != null
        && (condition.startsWith("FAILED_READ_FILE")
            || condition.startsWith("CANNOT_READ_FILE_FOOTER")
            || condition.equals("PATH_NOT_FOUND")
            || condition.equals("UNABLE_TO_INFER_SCHEMA"));
  }
}
