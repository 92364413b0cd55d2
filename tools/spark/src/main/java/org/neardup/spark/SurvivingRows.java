// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * The rows of documents that represent themselves, with what they stand for. Rows stay where they
 * are read: they are read once to ask by their hashes what becomes of each, and once to be taken.
 */
record SurvivingRows(SparkSession spark, InputColumns columns) {
  static final String REPRESENTATIVE = "neardup_representative";
  static final String VERSIONS = "neardup_versions";

  /**
   * The rows.
   *
   * @param repeats whether some documents cannot be told from their representative by their hashes
   */
  Dataset<Row> of(Dataset<Row> documents, JavaRDD<GroupPartition> groups, boolean repeats) {
    Column content = repeats ? content(documents) : functions.lit(0L);
    JavaRDD<Row> rows = columns.selectWithAll(documents, content).javaRDD();
    RowLayout layout = columns.layout();
    int homes = groups.getNumPartitions();
    int readers = rows.getNumPartitions();
    JavaRDD<byte[]> known =
        Exchange.of(
            groups.mapPartitions(partition -> RowFates.send(partition.next(), homes)), homes);
    JavaRDD<byte[]> asked =
        Exchange.of(
            rows.mapPartitionsWithIndex((index, each) -> ask(each, layout, index, homes), true),
            homes);
    JavaRDD<byte[]> fates =
        Exchange.of(
            known.zipPartitions(
                asked, (inGroups, blocks) -> RowFates.answer(inGroups, blocks, readers)),
            readers);
    JavaRDD<Row> surviving =
        rows.zipPartitions(fates, (each, blocks) -> surviving(each, layout, RowFates.of(blocks)));
    return spark.createDataFrame(
        surviving,
        documents
            .schema()
            .add(REPRESENTATIVE, DataTypes.StringType, false)
            .add(VERSIONS, DataTypes.createArrayType(DataTypes.StringType, false), false));
  }

  /** A hash of the columns that Spark hashes. */
  private static Column content(Dataset<Row> documents) {
    return functions.xxhash64(
        Stream.of(documents.schema().fields())
            .filter(field -> !(field.dataType() instanceof MapType))
            .map(field -> InputColumns.named(field.name()))
            .toArray(Column[]::new));
  }

  private static Iterator<Tuple2<Integer, byte[]>> ask(
      Iterator<Row> rows, RowLayout layout, int partition, int homes) {
    RowReader reader = new RowReader(layout);
    return Outbox.drain(
        homes,
        rows,
        (row, out) -> {
          if (reader.isUsable(row)) {
            RowKey key = RowKey.of(reader, row);
            RowFates.ask(key, InputColumns.content(row), partition, out.to(key.home(homes)));
          }
        });
  }

  /** The rows of a partition that survive. */
  private static Iterator<Row> surviving(Iterator<Row> rows, RowLayout layout, RowFates fates) {
    RowReader reader = new RowReader(layout);
    return Exchange.flat(
        rows,
        row -> {
          List<String> versions =
              reader.isUsable(row)
                  ? fates.versions(RowKey.of(reader, row), InputColumns.content(row))
                  : null;
          return versions == null
              ? Collections.emptyIterator()
              : Exchange.only(withVersions(row, versions));
        });
  }

  private static Row withVersions(Row row, List<String> versions) {
    Row all = InputColumns.all(row);
    Object[] values = new Object[all.length() + 2];
    for (int i = 0; i < all.length(); i++) {
      values[i] = all.get(i);
    }
    values[all.length()] = row.getString(RowLayout.ID);
    values[all.length() + 1] = versions.toArray(String[]::new);
    return RowFactory.create(values);
  }
}
