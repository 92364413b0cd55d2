// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
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
import org.neardup.spark.frames.Frames;
import org.neardup.spark.input.DocumentColumns;

/** Writes results as files of JSON Lines, a file a partition; their names are in its order. */
public final class JsonParts {
  private static final String ENDING = ".jsonl";

  private JsonParts() {}

  /** Writes clusters, with the keys of {@code neardup cluster}. */
  public static long writeClusters(JavaRDD<Cluster> clusters, String folder) {
    return write(clusters, folder, ClusterFormat::writer);
  }

  /** Writes documents that were read by {@link org.neardup.spark.input.DocumentInput}. */
  public static long writeDocuments(Dataset<Row> documents, String folder) {
    return write(documents, folder, DocumentFormat::new);
  }

  /** Writes rows of any columns, as Spark makes JSON of them. */
  public static long writeRows(Dataset<Row> rows, String folder) {
    return write(rows.toJSON().toDF("json"), folder, LineWriter::new);
  }

  /** Writes rows that could not be used: an id, which may be missing, and the reason. */
  public static long writeRejected(Dataset<Row> rejected, String folder) {
    return write(rejected, folder, RejectedFormat::new);
  }

  /** Returns how many rows there are. */
  private static long write(Dataset<Row> rows, String folder, PartWriter.Factory<Row> format) {
    return write(Frames.rows(rows), folder, format);
  }

  private static <T> long write(JavaRDD<T> records, String folder, PartWriter.Factory<T> format) {
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

  private static <T> long write(Iterator<T> records, PartFile file, PartWriter.Factory<T> format) {
    TaskContext.get().addTaskCompletionListener((TaskCompletionListener) ended -> file.discard());
    long count = 0;
    try (PartWriter<T> writer = format.open(file.out())) {
      while (records.hasNext()) {
        writer.write(records.next());
        count++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      file.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return count;
  }

  /** Lines that are JSON. */
  private record LineWriter(OutputStream out) implements PartWriter<Row> {
    @Override
    public void write(Row row) throws IOException {
      out.write(row.getString(0).getBytes(UTF_8));
      out.write('\n');
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  private record RejectedFormat(OutputStream out) implements PartWriter<Row> {
    @Override
    public void write(Row row) throws IOException {
      Map<String, Object> record = new LinkedHashMap<>();
      for (String name : Arrays.asList(DocumentColumns.ID, "reason")) {
        record.put(name, row.getAs(name));
      }
      out.write(JsonLine.of(record));
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
