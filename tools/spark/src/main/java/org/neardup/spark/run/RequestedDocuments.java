// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.spark.Found;
import org.neardup.spark.NearDuplicates;
import org.neardup.spark.input.DocumentColumns;
import org.neardup.spark.input.DocumentInput;
import org.neardup.spark.input.InputCounts;
import org.neardup.spark.input.ParquetDocuments;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;

/**
 * The documents of a request, whatever they are read from.
 *
 * @param parquet null unless they are of Parquet
 * @param input null if they are
 */
record RequestedDocuments(Dataset<Row> parquet, DocumentInput input, SparkRequest request) {
  /** Of documents, whatever settings name. */
  private static final List<String> OWN_COLUMNS =
      List.of(DocumentColumns.ID, DocumentColumns.TITLE, DocumentColumns.TEXT);

  /**
   * Prepares reading.
   *
   * @param rejectedFolder where bad records go
   */
  static RequestedDocuments of(
      SparkSession spark, SparkRequest request, String rejectedFolder, Terminal terminal)
      throws InterruptedException {
    long parquet = request.inputs().stream().filter(ParquetDocuments::isOne).count();
    if (parquet == request.inputs().size()) {
      return ofParquet(spark, request);
    } else if (parquet > 0) {
      throw new ToolException(
          ExitCode.USAGE, "inputs must all be Parquet, or none, got " + request.inputs());
    }
    DocumentInput input =
        new DocumentInput(
            spark,
            new DocumentInput.Request(
                request.inputs(),
                request.rules(),
                request.textFields(),
                request.scope(),
                List.copyOf(extraColumns(request)),
                rejectedFolder,
                DocumentInput.ANY_BYTES),
            terminal::message);
    return new RequestedDocuments(null, input, request);
  }

  private static RequestedDocuments ofParquet(SparkSession spark, SparkRequest request) {
    Dataset<Row> rows =
        ParquetDocuments.read(spark, request.inputs(), request.rules().roles().id());
    List<String> columns = List.of(rows.columns());
    Map<String, String> missing = wanted(request);
    missing.keySet().removeAll(columns);
    missing.forEach(
        (field, option) -> {
          throw new ToolException(
              ExitCode.USAGE, option + " " + field + ": no such column, got " + columns);
        });
    return new RequestedDocuments(rows, null, request);
  }

  /** By field, the option that names it. */
  private static Map<String, String> wanted(SparkRequest request) {
    Map<String, String> wanted = new LinkedHashMap<>();
    new Ranker(request.preference()).fields().forEach(field -> wanted.put(field, "--keep"));
    if (request.scope() != null) {
      wanted.put(request.scope(), "--scope");
    }
    request.textFields().forEach(field -> wanted.put(field, "--text-field"));
    return wanted;
  }

  /** Fields that settings name and that are in no column of their own. */
  private static Set<String> extraColumns(SparkRequest request) {
    Set<String> fields = new TreeSet<>(new Ranker(request.preference()).fields());
    if (request.scope() != null) {
      fields.add(request.scope());
    }
    fields.removeAll(OWN_COLUMNS);
    return fields;
  }

  /** Finds the near-duplicates by these settings, in the columns of these documents. */
  Found find(NearDuplicates settings) {
    NearDuplicates ofColumns =
        settings
            .position(DocumentColumns.POSITION)
            .url(DocumentColumns.URL)
            .date(DocumentColumns.DATE)
            .path(DocumentColumns.PATH);
    if (request.scope() != null) {
      ofColumns = ofColumns.scope(request.scope());
    }
    return input == null
        ? ofColumns
            .id(DocumentColumns.KEY)
            .text(request.textFields().toArray(String[]::new))
            .find(parquet)
        : ofColumns
            .id(DocumentColumns.ID)
            .text(DocumentColumns.COMPARED)
            .mainText(DocumentColumns.MAIN_TEXT)
            .find(input);
  }

  /** Whether rows are documents as the command line reads them. */
  boolean areDocuments() {
    return input != null;
  }

  /** What was not read, and how much was; to be called after all is read. */
  InputCounts counts() {
    return input == null ? new InputCounts() : input.counts();
  }

  /**
   * Ends the command if no document had a field that an option names.
   *
   * @param counts of all that was read
   */
  void requireFields(InputCounts counts) {
    if (input != null && counts.documents() > 0) {
      WantedFields wanted = new WantedFields(wanted(request));
      wanted.see(counts.names());
      wanted.requireAll();
    }
  }

  /** The columns of the documents themselves, among those of a result. */
  Dataset<Row> withoutOurs(Dataset<Row> result) {
    List<String> ours = new ArrayList<>();
    for (String column : (input == null ? parquet : input.frame()).columns()) {
      if (column.startsWith(DocumentColumns.OURS)
          || (input != null && extraColumns(request).contains(column))) {
        ours.add(column);
      }
    }
    return result.drop(ours.toArray(String[]::new));
  }
}
