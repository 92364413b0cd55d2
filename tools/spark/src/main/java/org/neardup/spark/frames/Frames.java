// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.frames;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.neardup.spark.blocks.Exchange;

/** Makes data frames of rows in Spark's own form, and reads any frame by such rows. */
public final class Frames {
  private Frames() {}

  /** A frame of rows that {@link #row} made. */
  public static Dataset<Row> of(SparkSession spark, JavaRDD<InternalRow> rows, StructType schema) {
    return spark.baseRelationToDataFrame(new RowRelation(spark, rows, schema));
  }

  /** The rows of a frame; each is valid until the next one of its partition is taken. */
  public static JavaRDD<Row> rows(Dataset<Row> frame) {
    StructType schema = frame.schema();
    return frame
        .queryExecution()
        .toRdd()
        .toJavaRDD()
        .mapPartitions(rows -> Exchange.each(rows, new RowView(schema)::of), true);
  }

  /** A row of numbers, of what other methods here make, and null. */
  public static InternalRow row(Object... values) {
    return new GenericInternalRow(values);
  }

  /** The value of a column of strings, which may be null. */
  public static Object string(String value) {
    return UTF8String.fromString(value);
  }

  /** The value of a column of arrays of rows. */
  public static Object array(InternalRow... rows) {
    return new GenericArrayData(rows);
  }

  /** The value of a column of arrays of strings. */
  public static Object strings(List<String> values) {
    return new GenericArrayData(values.stream().map(Frames::string).toArray());
  }

  /**
   * The value of a column of maps.
   *
   * @param keys strings, each once
   * @param values as many, in their order
   */
  public static Object map(List<String> keys, List<Object> values) {
    return new ArrayBasedMapData(
        new GenericArrayData(keys.stream().map(Frames::string).toArray()),
        new GenericArrayData(values.toArray()));
  }
}
