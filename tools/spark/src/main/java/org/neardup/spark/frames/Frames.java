// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.frames;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

/** Makes data frames of rows in Spark's own form. */
public final class Frames {
  private Frames() {}

  /** A frame of rows that {@link #row} made. */
  public static Dataset<Row> of(SparkSession spark, JavaRDD<InternalRow> rows, StructType schema) {
    return ((org.apache.spark.sql.classic.SparkSession) spark)
        .internalCreateDataFrame(rows.rdd(), schema, false);
  }

  /** A row of strings, numbers, other rows, lists and maps of all these, and null. */
  public static InternalRow row(Object... values) {
    return new GenericInternalRow(inner(Arrays.asList(values)));
  }

  private static Object[] inner(Collection<?> values) {
    Object[] inner = new Object[values.size()];
    int i = 0;
    for (Object value : values) {
      inner[i++] = inner(value);
    }
    return inner;
  }

  /** A value as Spark has it. */
  private static Object inner(Object value) {
    return switch (value) {
      case String string -> UTF8String.fromString(string);
      case List<?> list -> array(list);
      case Map<?, ?> map -> new ArrayBasedMapData(array(map.keySet()), array(map.values()));
      case null, default -> value;
    };
  }

  private static GenericArrayData array(Collection<?> values) {
    return new GenericArrayData(inner(values));
  }
}
