// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.neardup.spark.Cluster;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.frames.Frames;
import org.neardup.spark.input.DocumentColumns;
import org.neardup.tools.console.JsonLine;

/** Writes results as files of JSON Lines, a file a partition; their names are in its order. */
public final class JsonParts {
  private static final String ENDING = ".jsonl";

  private JsonParts() {}

  /** Writes clusters, with the keys of {@code neardup cluster}. */
  public static long writeClusters(JavaRDD<Cluster> clusters, String folder) {
    return write(clusters, folder, ClusterFormat::write);
  }

  /** Writes documents that were read by {@link org.neardup.spark.input.DocumentInput}. */
  public static long writeDocuments(Dataset<Row> documents, String folder) {
    return write(documents, folder, lines(DocumentFormat::line));
  }

  /** Writes rows of any columns, as Spark makes JSON of them. */
  public static long writeRows(Dataset<Row> rows, String folder) {
    return write(
        rows.toJSON().toDF("json"),
        folder,
        lines(row -> (row.getString(0) + "\n").getBytes(UTF_8)));
  }

  /** Writes rows that could not be used: an id, which may be missing, and the reason. */
  public static long writeRejected(Dataset<Row> rejected, String folder) {
    return write(rejected, folder, lines(JsonParts::rejected));
  }

  /** Returns how many rows there are. */
  private static long write(Dataset<Row> rows, String folder, Format<Row> format) {
    return write(Frames.rows(rows), folder, format);
  }

  private static <T> long write(JavaRDD<T> records, String folder, Format<T> format) {
    SerializableConfiguration sent =
        new SerializableConfiguration(records.context().hadoopConfiguration());
    return records
        .mapPartitionsWithIndex(
            (number, part) ->
                List.of(write(part, PartFile.create(folder, number, ENDING, sent.value()), format))
                    .iterator(),
            true)
        .fold(0L, Long::sum);
  }

  /** Writes the records of a part, and closes the stream. */
  @FunctionalInterface
  private interface Format<T> extends Serializable {
    void write(Iterator<T> records, OutputStream out) throws IOException;
  }

  /** Makes a line of each row. */
  @FunctionalInterface
  private interface Line extends Serializable {
    byte[] of(Row row);
  }

  private static Format<Row> lines(Line line) {
    return (rows, out) -> {
      try (out) {
        while (rows.hasNext()) {
          out.write(line.of(rows.next()));
        }
      }
    };
  }

  private static <T> long write(Iterator<T> records, PartFile file, Format<T> format) {
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> file.discard());
    long[] count = {0};
    try {
      format.write(
          Exchange.each(
              records,
              record -> {
                count[0]++;
                return record;
              }),
          file.out());
      file.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count[0];
  }

  private static byte[] rejected(Row row) {
    Map<String, Object> record = new LinkedHashMap<>();
    for (String name : List.of(DocumentColumns.ID, "reason")) {
      record.put(name, row.getAs(name));
    }
    return JsonLine.of(record);
  }
}
