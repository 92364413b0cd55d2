// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.neardup.sketch.Hashing;

/** The rows of documents that represent themselves, with what they stand for. */
final class SurvivingRows {
  static final String REPRESENTATIVE = "neardup_representative";
  static final String VERSIONS = "neardup_versions";

  /** Names that no column of a user has. */
  private static final String ROW_HASH = "neardup row hash";

  private static final String TEXT_HASH = "neardup text hash";
  private static final String OWN_ID = "neardup own id";
  private static final String IS_IN_GROUP = "neardup is in group";
  private static final String PLACE = "neardup place";

  private static final StructType GROUPED =
      new StructType()
          .add(ROW_HASH, DataTypes.LongType, false)
          .add(TEXT_HASH, DataTypes.LongType, false)
          .add(IS_IN_GROUP, DataTypes.BooleanType, false)
          .add(VERSIONS, DataTypes.createArrayType(DataTypes.StringType, false), true);

  private final SparkSession spark;
  private final InputColumns columns;

  SurvivingRows(SparkSession spark, InputColumns columns) {
    this.spark = spark;
    this.columns = columns;
  }

  /**
   * The rows.
   *
   * @param repeats whether some documents cannot be told from their representative by their rows
   */
  Dataset<Row> of(Dataset<Row> documents, JavaRDD<GroupPartition> groups, boolean repeats) {
    JavaRDD<Row> grouped = groups.mapPartitions(partition -> rows(partition.next().iterator()));
    Column same =
        functions
            .col("a." + quoted(ROW_HASH))
            .equalTo(functions.col("b." + quoted(ROW_HASH)))
            .and(
                functions
                    .col("a." + quoted(TEXT_HASH))
                    .equalTo(functions.col("b." + quoted(TEXT_HASH))));
    Dataset<Row> joined =
        identified(documents)
            .as("a")
            .join(spark.createDataFrame(grouped, GROUPED).as("b"), same, "left");
    Column survives =
        functions.col(quoted(IS_IN_GROUP)).isNull().or(functions.col(VERSIONS).isNotNull());
    Dataset<Row> surviving = joined.where(survives);
    List<Column> wanted =
        Stream.of(documents.columns())
            .map(name -> functions.col("a." + quoted(name)))
            .collect(Collectors.toCollection(ArrayList::new));
    wanted.add(functions.col(quoted(OWN_ID)).as(REPRESENTATIVE));
    wanted.add(
        functions
            .coalesce(functions.col(VERSIONS), functions.array().cast("array<string>"))
            .as(VERSIONS));
    return (repeats ? once(surviving, documents) : surviving).select(wanted.toArray(new Column[0]));
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Of equal rows of a representative, any one; but the same whenever it is asked for. */
  private static Dataset<Row> once(Dataset<Row> surviving, Dataset<Row> documents) {
    Column[] hashed =
        Stream.of(documents.schema().fields())
            .filter(field -> !(field.dataType() instanceof MapType))
            .map(field -> functions.col("a." + quoted(field.name())))
            .toArray(Column[]::new);
    Column place =
        functions
            .row_number()
            .over(
                Window.partitionBy(
                        functions.col("a." + quoted(ROW_HASH)),
                        functions.col("a." + quoted(TEXT_HASH)))
                    .orderBy(functions.xxhash64(hashed)));
    return surviving
        .withColumn(PLACE, place)
        .where(
            functions
                .col(quoted(PLACE))
                .equalTo(1)
                .or(functions.col(quoted(IS_IN_GROUP)).isNull()));
  }

  /** All columns of the rows that can be used, and what identifies each. */
  private Dataset<Row> identified(Dataset<Row> documents) {
    RowLayout layout = columns.layout();
    int width = documents.columns().length;
    StructType schema = documents.schema();
    for (StructField field :
        List.of(
            DataTypes.createStructField(ROW_HASH, DataTypes.LongType, false),
            DataTypes.createStructField(TEXT_HASH, DataTypes.LongType, false),
            DataTypes.createStructField(OWN_ID, DataTypes.StringType, false))) {
      schema = schema.add(field);
    }
    JavaRDD<Row> rows =
        columns
            .selectWithAll(documents)
            .javaRDD()
            .mapPartitions(partition -> new Identifying(partition, new RowReader(layout), width));
    return spark.createDataFrame(rows, schema);
  }

  private static final class Identifying implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final RowReader reader;
    private final int width;
    private Row next;

    Identifying(Iterator<Row> rows, RowReader reader, int width) {
      this.rows = rows;
      this.reader = reader;
      this.width = width;
    }

    @Override
    public boolean hasNext() {
      while (next == null && rows.hasNext()) {
        Row row = rows.next();
        next = reader.isUsable(row) ? row : null;
      }
      return next != null;
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Row all = next.getStruct(next.length() - 1);
      Object[] values = new Object[width + 3];
      for (int i = 0; i < width; i++) {
        values[i] = all.get(i);
      }
      values[width] = reader.rowHash(next);
      values[width + 1] = RowReader.textHash(reader.text(next), reader.scope(next));
      values[width + 2] = next.getString(RowLayout.ID);
      next = null;
      return RowFactory.create(values);
    }
  }

  /** What each document of a group is identified by, and the versions of the first. */
  private static Iterator<Row> rows(Iterator<List<GroupMember>> groups) {
    return new Iterator<>() {
      private Iterator<Row> rows = List.<Row>of().iterator();

      @Override
      public boolean hasNext() {
        while (!rows.hasNext() && groups.hasNext()) {
          rows = rows(groups.next()).iterator();
        }
        return rows.hasNext();
      }

      @Override
      public Row next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return rows.next();
      }
    };
  }

  private static List<Row> rows(List<GroupMember> group) {
    String[] versions = group.stream().skip(1).map(GroupMember::id).toArray(String[]::new);
    List<Row> rows = new ArrayList<>();
    for (GroupMember each : distinct(group)) {
      String[] own = rows.isEmpty() ? versions : null;
      rows.add(RowFactory.create(each.rowHash(), each.textHash(), true, own));
    }
    return rows;
  }

  /** The documents of a group that have rows of their own, the representative first. */
  static List<GroupMember> distinct(List<GroupMember> group) {
    Set<Long> known = new HashSet<>();
    return group.stream()
        .filter(each -> known.add(Hashing.combine(each.rowHash(), each.textHash())))
        .toList();
  }
}
