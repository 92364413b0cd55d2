// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.index.Preference;
import org.neardup.index.Ranker;
import org.neardup.spark.Counts;
import org.neardup.spark.Found;
import org.neardup.spark.NearDuplicates;
import org.neardup.spark.input.InputCounts;
import org.neardup.spark.input.InputFrame;
import org.neardup.spark.input.ParquetFrame;
import org.neardup.tools.analysis.NamedFields;
import org.neardup.tools.cluster.ClusterRun;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;

/** Finds the near-duplicates of some inputs on Spark, and writes them to a folder. */
final class SparkRun {
  private static final long PARTITION_BYTES = 16L << 20;
  private static final long LEAST_PARTITIONS = 4;
  private static final long MOST_PARTITIONS = 20_000;

  private final SparkSession spark;
  private final Request request;
  private final Consumer<String> messages;

  private SparkRun(SparkSession spark, Request request, Consumer<String> messages) {
    this.spark = spark;
    this.request = request;
    this.messages = messages;
  }

  /** What is written. */
  enum Result {
    CLUSTERS,
    ONE_VERSION
  }

  /** How it is written. */
  enum Format {
    PARQUET,
    JSON
  }

  /**
   * What to find the near-duplicates of, and how.
   *
   * @param rules of which the field of ids is a column of Parquet, too
   * @param preference which of several documents represents them
   * @param scope field across whose values nothing is a near-duplicate; null if there is none
   * @param writesSettings whether the settings are written before clusters
   * @param master of Spark; null for that of the session
   */
  record Request(
      List<String> inputs,
      InputRules rules,
      ClusterConfig config,
      List<String> textFields,
      Preference preference,
      String scope,
      Result result,
      Format format,
      boolean writesSettings,
      String output,
      boolean force,
      String master) {}

  /** Reads all inputs, tells what fails, and writes the result. */
  static SparkReport run(Request request, Consumer<String> messages) throws Exception {
    boolean isOurs = SparkSession.getDefaultSession().isEmpty();
    SparkSession spark = session(request);
    try {
      return new SparkRun(spark, request, messages).run();
    } finally {
      if (isOurs) {
        spark.stop();
      }
    }
  }

  /** The session of spark-submit has settings of its own. */
  private static SparkSession session(Request request) {
    SparkConf conf = new SparkConf();
    if (request.master() != null) {
      conf.setMaster(request.master());
    }
    long bytes = Inputs.bytes(request.inputs(), request.rules());
    if (bytes >= 0) { // Spark's 200 are too many for a small corpus, and few for a large one
      long partitions = Math.clamp(bytes / PARTITION_BYTES, LEAST_PARTITIONS, MOST_PARTITIONS);
      conf.setIfMissing("spark.sql.shuffle.partitions", Long.toString(partitions));
    }
    // Else a task opens a file for each of some partitions, and copies them together at its end.
    conf.setIfMissing("spark.shuffle.sort.bypassMergeThreshold", "1");
    conf.setIfMissing("spark.master", "local[*]");
    conf.setIfMissing("spark.app.name", "neardup-spark");
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing(
        "spark.ui.showConsoleProgress", System.getProperty("neardup.progress", "false"));
    if (conf.get("spark.master").startsWith("local")) { // nobody else is to be heard
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }

  private SparkReport run() throws Exception {
    OutputFolder folder =
        OutputFolder.at(
            request.output(), request.force(), spark.sparkContext().hadoopConfiguration());
    folder.requireOther(request.inputs());
    try (folder) {
      return find(folder);
    } catch (Failure | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Scala throws what it does not declare
      throw told(e);
    }
  }

  private SparkReport find(OutputFolder folder) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long parquet = request.inputs().stream().filter(ParquetFrame::isOne).count();
    if (parquet > 0 && parquet < request.inputs().size()) {
      throw new Failure(
          Failure.USAGE, "inputs must all be Parquet, or none, got " + request.inputs());
    }
    InputFrame input = parquet > 0 ? null : input();
    try (Found found = input == null ? ofParquet() : of(input)) {
      InputCounts read = input == null ? new InputCounts() : input.counts();
      requireFields(read);
      write(found, input != null, folder);
      Counts counts = found.counts();
      if (counts.rejected() > 0) {
        folder.writeRejected(found.rejected(), InputFrame.WHERE, Found.REASON);
      } else if (read.failed() > 0) {
        folder.writeRejected(input.rejected(), InputFrame.WHERE, InputFrame.PROBLEM);
      }
      folder.finish();
      tell(read, counts.rejected());
      long left = counts.documents() - counts.clustered() + counts.clusters();
      return new SparkReport(
          counts.documents(),
          read.failed() + counts.rejected(),
          read.bytes(),
          request.result() == Result.CLUSTERS ? counts.clusters() : left,
          Math.round((System.nanoTime() - start) * 1e-7) * 1e-2,
          settings(),
          counts);
    }
  }

  private InputFrame input() throws InterruptedException {
    return InputFrame.of(
        spark,
        new InputFrame.Request(
            request.inputs(),
            request.rules(),
            request.textFields(),
            request.scope(),
            List.copyOf(firstValues())),
        messages);
  }

  /** Fields that settings name and that have no column of their own. */
  private Set<String> firstValues() {
    Set<String> fields = new TreeSet<>(new Ranker(request.preference()).fields());
    if (request.scope() != null) {
      fields.add(request.scope());
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
    Dataset<Row> rows = ParquetFrame.read(spark, request.inputs());
    List<String> columns = List.of(rows.columns());
    wanted()
        .forEach(
            (field, option) -> {
              if (!columns.contains(field)) {
                throw new Failure(
                    Failure.USAGE, option + " " + field + ": no such column, got " + columns);
              }
            });
    return settings(request.rules().roles().id())
        .text(request.textFields().toArray(String[]::new))
        .find(rows);
  }

  private NearDuplicates settings(String id) {
    NearDuplicates settings =
        NearDuplicates.of(spark)
            .config(request.config())
            .preference(request.preference().toString())
            .id(id)
            .position(InputFrame.POSITION)
            .url(InputFrame.URL)
            .date(InputFrame.DATE)
            .path(InputFrame.PATH);
    return request.scope() == null ? settings : settings.scope(request.scope());
  }

  /** By field, the option that names it. */
  private Map<String, String> wanted() {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put(request.rules().roles().id(), "--id-field");
    new Ranker(request.preference()).fields().forEach(field -> wanted.put(field, "--keep"));
    if (request.scope() != null) {
      wanted.put(request.scope(), "--scope");
    }
    request.textFields().forEach(field -> wanted.put(field, "--text-field"));
    return wanted;
  }

  /** Ends the command if no document had a field that an option names. */
  private void requireFields(InputCounts read) {
    NamedFields names = new NamedFields("the input", read.names());
    Map<String, String> wanted = wanted();
    wanted.values().remove("--id-field"); // without it there are no documents
    wanted.forEach(
        (field, option) -> {
          String problem = names.problem(option, field);
          if (problem != null) {
            throw new Failure(Failure.USAGE, problem + "; nothing was written");
          }
        });
  }

  private void write(Found found, boolean areDocuments, OutputFolder folder) throws IOException {
    boolean isJson = request.format() == Format.JSON;
    if (request.result() == Result.CLUSTERS) {
      if (isJson) {
        folder.writeClusters(found.clusters(), request.writesSettings() ? settings() : Map.of());
      } else {
        found.clusters().write().parquet(folder.place(OutputFolder.CLUSTERS));
      }
      return;
    }
    Dataset<Row> documents = found.oneVersion();
    List<String> ours = new ArrayList<>(firstValues());
    for (String column : documents.columns()) {
      if (column.startsWith(InputFrame.OURS) && !Found.COLUMNS_OF_VERSIONS.contains(column)) {
        ours.add(column);
      }
    }
    documents =
        documents.drop(
            ours.stream()
                .filter(column -> areDocuments || column.startsWith(InputFrame.OURS))
                .toArray(String[]::new));
    if (isJson) {
      folder.writeDocuments(documents, areDocuments);
    } else {
      documents.write().parquet(folder.place(OutputFolder.DOCUMENTS));
    }
  }

  /** What decided about the result, by the names of options. */
  private Map<String, String> settings() {
    Map<String, String> settings = ClusterRun.settings(request.config(), request.textFields());
    if (!request.preference().equals(Preference.FIRST)) {
      settings.put("keep", request.preference().toString());
    }
    if (request.scope() != null) {
      settings.put("scope", request.scope());
    }
    return settings;
  }

  /** Names the first bad records of each kind, and what archives leave out. */
  private void tell(InputCounts read, long rejectedRows) {
    List<String> more = read.problems().more();
    read.problems().first().forEach(messages);
    more.forEach(messages);
    long failed = read.failed() + rejectedRows;
    if (rejectedRows > 0 || (failed > 0 && !more.isEmpty())) {
      messages.accept(
          failed
              + (failed == 1 ? " bad record" : " bad records")
              + " in all: "
              + request.output()
              + "/"
              + OutputFolder.REJECTED
              + " names each");
    }
  }

  /** Spark hides what a task failed of. */
  private Exception told(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable thrown && isOfInput(thrown.getCondition())) {
        String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new Failure(Failure.INPUT_FAILED, message + "; nothing was written");
      } else if (cause instanceof IOException) {
        return new Failure(
            Failure.OUTPUT,
            "cannot write " + request.output() + ": " + cause.getMessage() + "; it is unchanged");
      } else if (cause instanceof OutOfMemoryError) {
        return new Failure(
            Failure.PROGRAM,
            "not enough memory: "
                + cause.getMessage()
                + "; NEARDUP_JAVA_OPTIONS=-Xmx8g gives 8 GB, --master local[2] fewer tasks");
      }
    }
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
