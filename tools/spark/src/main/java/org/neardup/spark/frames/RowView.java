// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.frames;

import java.util.Arrays;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;

/** One row after the other, whose values become objects when they are asked for. For one thread. */
final class RowView implements Row {
  private static final long serialVersionUID = 1;

  private final transient StructType schema;
  private final transient DataType[] types;
  private final transient Function1<Object, Object>[] converters;

  /** Values of the row that were asked for. */
  private final transient Object[] values;

  private transient InternalRow row;

  @SuppressWarnings({"unchecked", "rawtypes"})
  RowView(StructType schema) {
    this.schema = schema;
    types = Arrays.stream(schema.fields()).map(StructField::dataType).toArray(DataType[]::new);
    converters =
        Arrays.stream(types)
            .map(CatalystTypeConverters::createToScalaConverter)
            .toArray(Function1[]::new);
    values = new Object[types.length];
  }

  Row of(InternalRow next) {
    row = next;
    Arrays.fill(values, null);
    return this;
  }

  @Override
  public int length() {
    return types.length;
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public int fieldIndex(String name) {
    return schema.fieldIndex(name);
  }

  @Override
  public boolean isNullAt(int column) {
    return row.isNullAt(column);
  }

  @Override
  public long getLong(int column) {
    return row.getLong(column);
  }

  @Override
  public Object get(int column) {
    if (values[column] == null && !row.isNullAt(column)) {
      values[column] =
          types[column] instanceof StringType
              ? row.getUTF8String(column).toString()
              : converters[column].apply(row.get(column, types[column]));
    }
    return values[column];
  }

  @Override
  public Row copy() {
    Object[] copied = new Object[types.length];
    Arrays.setAll(copied, this::get);
    return RowFactory.create(copied);
  }
}
