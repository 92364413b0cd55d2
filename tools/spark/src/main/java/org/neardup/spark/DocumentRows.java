// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.when;
import static org.neardup.spark.Features.HOST;
import static org.neardup.spark.Features.PAGE;
import static org.neardup.spark.Features.PRINT;
import static org.neardup.spark.Features.RANK;
import static org.neardup.spark.Features.SKETCH;

import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.StructType;
import org.neardup.spark.InputColumns.Role;
import org.neardup.tools.cluster.config.ClusterConfig;

/**
 * The documents. Copies of a text become one text before anything else is done.
 *
 * @param withText all documents with text
 * @param accepted how many rows were accepted
 * @param rejected how many rows were not
 * @param withoutText how many documents have no text
 * @param withHost how many documents are of a host
 * @param texts how many different texts there are
 */
record DocumentRows(
    Dataset<Row> withText,
    long accepted,
    long rejected,
    long withoutText,
    long withHost,
    long texts) {
  static final String ROW = InputColumns.ROW;
  static final String ID = Role.ID.column();

  /** Its place in the order of all documents. */
  static final String NUMBER = "number";

  /** The number of the first document with the same text, which stands for the text. */
  static final String TEXT = "text";

  /** How many documents have the text. */
  static final String COPIES = "copies";

  /** Reads those of a data frame. */
  static DocumentRows of(
      Dataset<Row> input, InputColumns columns, ClusterConfig config, EngineRun run) {
    run.begin("features");
    Dataset<Row> read = run.keep(features(columns.documents(input), columns, config));
    Row counts =
        read.agg(
                count(lit(1)),
                count(col(ID)),
                count(col(PRINT)),
                count(when(col(HOST).notEqual(""), 1)))
            .first();
    long accepted = counts.getLong(1);
    run.begin("texts");
    Dataset<Row> numbered = numbered(read.where(col(PRINT).isNotNull()), columns);
    Dataset<Row> documents = run.keep(withTexts(numbered));
    long texts = documents.where(isFirst()).count();
    run.drop(read);
    return new DocumentRows(
        documents,
        accepted,
        counts.getLong(0) - accepted,
        accepted - counts.getLong(2),
        counts.getLong(3),
        texts);
  }

  private static Dataset<Row> features(
      Dataset<Row> selected, InputColumns columns, ClusterConfig config) {
    String preference = columns.preference().toString();
    StructType schema = Features.schema(selected.schema());
    return selected.mapPartitions(
        (MapPartitionsFunction<Row, Row>)
            rows -> {
              Features features = new Features(schema, config, preference);
              return EngineRun.stream(rows).map(features::of).iterator();
            },
        Encoders.row(schema));
  }

  /** With their numbers, which follow from what they are sorted by. */
  private static Dataset<Row> numbered(Dataset<Row> documents, InputColumns columns) {
    if (columns.isNumbered()) {
      return documents.withColumn(NUMBER, col(ROW));
    }
    // Where order, id and text leave it open, what the document has in it decides.
    Stream<Column> sorted =
        Stream.concat(
                Stream.of(documents.columns()).filter(InputColumns::isOrder),
                Stream.of(ID, PRINT, ROW))
            .map(name -> columns.prefersLast() ? col(name).desc() : col(name).asc());
    Column[] order =
        Stream.of(Stream.of(col(RANK).desc()), sorted, Stream.of(col(HOST), col(PAGE)))
            .flatMap(each -> each)
            .toArray(Column[]::new);
    return documents
        .repartitionByRange(order)
        .sortWithinPartitions(order)
        .withColumn(NUMBER, monotonically_increasing_id());
  }

  private static Dataset<Row> withTexts(Dataset<Row> documents) {
    WindowSpec sameText = Window.partitionBy(PRINT);
    return documents
        .withColumn(TEXT, min(NUMBER).over(sameText))
        .withColumn(COPIES, count(lit(1)).over(sameText))
        .withColumn(SKETCH, when(isFirst(), col(SKETCH)))
        .select(ROW, ID, HOST, PAGE, SKETCH, NUMBER, TEXT, COPIES);
  }

  private static Column isFirst() {
    return col(NUMBER).equalTo(col(TEXT));
  }

  /** Of each text the first document. */
  Dataset<Row> firsts() {
    return withText.where(isFirst());
  }

  /** The sketch of each text. */
  Dataset<Row> sketches() {
    return firsts().select(TEXT, SKETCH);
  }
}
