// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkThrowable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.index.Preference;
import org.neardup.spark.Cluster;
import org.neardup.spark.Counts;
import org.neardup.spark.Found;
import org.neardup.spark.NearDuplicates;
import org.neardup.spark.input.InputCounts;
import org.neardup.spark.output.JsonParts;
import org.neardup.spark.output.OutputFolder;
import org.neardup.tools.cluster.ClusterRun;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Failures;
import org.neardup.tools.console.Table;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;

/** Finds the near-duplicates of some inputs on Spark, and writes them to a folder. */
public record SparkRun(Terminal terminal, SparkSession spark, SparkRequest request) {
  /** What is written. */
  public enum Result {
    /** The groups of near-duplicates. */
    CLUSTERS,
    /** The documents that represent themselves. */
    ONE_VERSION
  }

  /** Reads all inputs, names on the terminal what fails, and writes the result. */
  public SparkReport run(Result result, OutputFolder output)
      throws IOException, InterruptedException {
    output.requireOther(request.inputs(), spark.sparkContext().hadoopConfiguration());
    try (output) {
      return find(result, output);
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Scala throws what it does not declare
      throw told(e, output);
    }
  }

  private SparkReport find(Result result, OutputFolder output)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    String rejected = output.place(OutputFolder.REJECTED);
    RequestedDocuments source = RequestedDocuments.of(spark, request, rejected, terminal);
    NearDuplicates settings =
        NearDuplicates.of(spark)
            .config(request.config())
            .preference(request.preference().toString())
            .progress(terminal::step);
    try (Found found = source.find(settings)) {
      source.requireFields(source.counts());
      long written =
          result == Result.CLUSTERS
              ? writeClusters(found, output)
              : writeDocuments(found, source, output.place(OutputFolder.DOCUMENTS));
      Counts counts = found.counts();
      if (counts.rejected() > 0) {
        JsonParts.writeRejected(found.rejected(), rejected);
      }
      output.finish();
      terminal.clearLine();
      InputCounts read = source.counts();
      tell(read, counts.rejected(), output);
      double seconds = (System.nanoTime() - start) * 1e-9;
      return new SparkReport(
          counts.documents(),
          read.failed() + counts.rejected(),
          read.bytes(),
          written,
          Table.rounded(seconds),
          Table.rounded(counts.documents() / seconds),
          told(),
          counts);
    }
  }

  private long writeClusters(Found found, OutputFolder output) throws IOException {
    String folder = output.place(OutputFolder.CLUSTERS);
    if (request.format() == SparkRequest.OutputKind.PARQUET) {
      return writeParquet(found.clusters(), folder);
    }
    JavaRDD<Cluster> clusters = found.clusterRecords();
    terminal.step("writing");
    long written = JsonParts.writeClusters(clusters, folder);
    output.merge(
        OutputFolder.CLUSTERS,
        OutputFolder.CLUSTERS_FILE,
        request.writesSettings() ? JsonParts.settings(told()) : new byte[0]);
    return written;
  }

  private long writeDocuments(Found found, RequestedDocuments source, String folder) {
    Dataset<Row> documents = source.withoutOurs(found.oneVersion());
    if (request.format() == SparkRequest.OutputKind.PARQUET) {
      return writeParquet(documents, folder);
    }
    terminal.step("writing");
    return source.areDocuments()
        ? JsonParts.writeDocuments(documents, folder)
        : JsonParts.writeRows(documents, folder);
  }

  /** The rows are counted by what files say of themselves. */
  private long writeParquet(Dataset<Row> rows, String folder) {
    terminal.step("writing");
    rows.write().parquet(folder);
    return spark.read().parquet(folder).count();
  }

  /** What decided about the result, by the names of options. */
  private Map<String, String> told() {
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
  private void tell(InputCounts read, long rejectedRows, OutputFolder output) {
    List<String> more = read.problems().more();
    read.problems().first().forEach(terminal::message);
    more.forEach(terminal::message);
    long failed = read.failed() + rejectedRows;
    if (rejectedRows > 0 || (failed > 0 && !more.isEmpty())) {
      terminal.message(
          Counted.of(failed, "bad record")
              + " in all: "
              + output.name()
              + "/"
              + OutputFolder.REJECTED
              + " names each");
    }
  }

  /** Spark hides what a task failed of. */
  private static RuntimeException told(Exception failure, OutputFolder output) throws IOException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable spark && isOfInput(spark.getCondition())) {
        String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new ToolException(ExitCode.INPUT_FAILED, message + "; nothing was written");
      } else if (cause instanceof IOException io) {
        return new ToolException(
            ExitCode.INDEX,
            "cannot write " + output.name() + ": " + Failures.describe(io) + "; it is unchanged");
      }
    }
    RuntimeException unchecked =
        failure instanceof RuntimeException runtime
            ? runtime
            : new IllegalStateException(failure.getMessage(), failure);
    Failures.writing(output.name(), "it is unchanged", unchecked); // throws if the disk is full
    return unchecked;
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
