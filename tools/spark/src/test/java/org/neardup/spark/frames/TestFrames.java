// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.frames;

import static org.junit.Assert.assertEquals;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;
import org.neardup.spark.input.LocalSpark;

/** Frames of our rows are frames as others. */
public class TestFrames {
  private final SparkSession spark = LocalSpark.session();

  private static List<String> texts(JavaRDD<Row> rows) {
    return rows.map(row -> row.copy().toString()).collect();
  }

  @Test
  public void rowsOfOursAreAFrame() {
    StructType schema =
        new StructType()
            .add("name", DataTypes.StringType, true)
            .add("number", DataTypes.LongType, false)
            .add("names", DataTypes.createArrayType(DataTypes.StringType, false), false);
    JavaRDD<InternalRow> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(List.of(1L, 2L))
            .map(
                number -> Frames.row(number == 1 ? null : "n" + number, number, List.of("a", "b")));
    Dataset<Row> frame = Frames.of(spark, rows, schema);
    assertEquals(schema, frame.schema());
    assertEquals(
        List.of("[null,1,ArraySeq(a, b)]", "[n2,2,ArraySeq(a, b)]"),
        texts(frame.orderBy("number").javaRDD()));
    assertEquals(1, frame.where("name is null and array_contains(names, 'b')").count());
    assertEquals(4, frame.as("a").crossJoin(frame.as("b")).count());
  }
}
