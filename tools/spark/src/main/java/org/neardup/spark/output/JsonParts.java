// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.io.function.Uncheck;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.neardup.spark.Cluster;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.input.DocumentColumns;
import org.neardup.tools.cluster.ClusterLines;
import org.neardup.tools.console.Json;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Writes results as files of JSON Lines, a file a partition; their names are in its order. */
public final class JsonParts {
  private static final String ENDING = ".jsonl";

  private JsonParts() {}

  /** Writes clusters, with the keys of {@code neardup cluster}. */
  public static long writeClusters(JavaRDD<Cluster> clusters, String folder) {
    return write(clusters, folder, JsonParts::cluster);
  }

  /** Writes documents that were read by {@link org.neardup.spark.input.DocumentInput}. */
  public static long writeDocuments(Dataset<Row> documents, String folder) {
    return write(documents.javaRDD(), folder, JsonParts::document);
  }

  /** Writes rows of any columns, as Spark makes JSON of them. */
  public static long writeRows(Dataset<Row> rows, String folder) {
    return write(rows.toJSON().javaRDD(), folder, json -> (json + "\n").getBytes(UTF_8));
  }

  /** Writes rows that could not be used: an id, which may be missing, and the reason. */
  public static long writeRejected(Dataset<Row> rejected, String folder) {
    return write(rejected.javaRDD(), folder, JsonParts::rejected);
  }

  /** The line before clusters that says what they were made by. */
  public static byte[] settings(Map<String, String> settings) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (ClusterLines lines = new ClusterLines(line)) {
      lines.settings(settings);
    }
    return line.toByteArray();
  }

  /** Makes a line. */
  @FunctionalInterface
  private interface Line<T> extends Serializable {
    byte[] of(T record) throws IOException;
  }

  /** Returns how many records there are. */
  private static <T> long write(JavaRDD<T> records, String folder, Line<T> line) {
    SerializableConfiguration sent =
        new SerializableConfiguration(records.context().hadoopConfiguration());
    return records
        .mapPartitionsWithIndex(
            (number, part) ->
                Exchange.only(
                    Uncheck.get(
                        () ->
                            write(
                                part,
                                PartFile.create(folder, number, ENDING, sent.value()),
                                line))),
            true)
        .fold(0L, Long::sum);
  }

  private static <T> long write(Iterator<T> records, PartFile file, Line<T> line)
      throws IOException {
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> file.discard());
    long count = 0;
    for (; records.hasNext(); count++) {
      file.write(line.of(records.next()));
    }
    file.finish();
    return count;
  }

  private static byte[] cluster(Cluster cluster) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (ClusterLines lines = new ClusterLines(line)) {
      lines.begin(cluster.representative(), cluster.documents(), cluster.kind(), cluster.reason());
      for (Cluster.Member member : cluster.members()) {
        lines.member(member.id(), member.resemblance(), member.by());
      }
      lines.end();
    }
    return line.toByteArray();
  }

  /** A document that was read, as {@code neardup index} and others take it. */
  private static byte[] document(Row row) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put(DocumentColumns.ID, row.getAs(DocumentColumns.ID));
    String title = row.getAs(DocumentColumns.TITLE);
    if (!title.isEmpty()) {
      document.put(DocumentColumns.TITLE, title);
    }
    document.put(DocumentColumns.TEXT, row.getAs(DocumentColumns.TEXT));
    Map<String, Seq<String>> fields = row.getJavaMap(row.fieldIndex(DocumentColumns.FIELDS));
    new TreeMap<>(fields) // a frame does not keep their order
        .forEach((name, values) -> put(document, name, CollectionConverters.asJava(values)));
    document.put("neardup_representative", row.getAs("neardup_representative"));
    document.put("neardup_versions", row.getList(row.fieldIndex("neardup_versions")));
    return Json.line(document);
  }

  private static void put(Map<String, Object> document, String name, List<String> values) {
    if (!values.isEmpty()) {
      document.put(name, values.size() == 1 ? values.getFirst() : values);
    }
  }

  private static byte[] rejected(Row row) {
    Map<String, Object> record = new LinkedHashMap<>();
    for (String name : List.of(DocumentColumns.ID, "reason")) {
      record.put(name, row.getAs(name));
    }
    return Json.line(record);
  }
}
