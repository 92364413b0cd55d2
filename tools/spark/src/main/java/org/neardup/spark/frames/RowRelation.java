// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.frames;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.StructType;

/** A table of rows that need no conversion. */
final class RowRelation extends BaseRelation implements TableScan {
  private final SparkSession spark;
  private final JavaRDD<InternalRow> rows;
  private final StructType schema;

  RowRelation(SparkSession spark, JavaRDD<InternalRow> rows, StructType schema) {
    this.spark = spark;
    this.rows = rows;
    this.schema = schema;
  }

  @Override
  public SQLContext sqlContext() {
    return spark.sqlContext();
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public boolean needConversion() {
    return false;
  }

  /** Spark takes them for what they are, as {@link #needConversion} has it. */
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public RDD<Row> buildScan() {
    return (RDD) rows.rdd();
  }
}
