// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;

/**
 * The rows of documents that represent themselves, with what they stand for. Rows stay where they
 * are read: they are read once to ask what becomes of each, and once to be taken, so that no
 * shuffle carries them.
 */
record KeptDocuments(SparkSession spark, InputColumns columns, Dataset<Row> input) {
  static final String REPRESENTATIVE = "neardup_representative";
  static final String VERSIONS = "neardup_versions";

  private static final String ROW = InputColumns.ROW;
  private static final String CONTENT = InputColumns.CONTENT;
  private static final String PLACE = "place";
  private static final String SURVIVOR = "survivor";
  private static final DataType IDS = DataTypes.createArrayType(DataTypes.StringType, false);

  /** Rows of representatives, and of what they stand for: these have no versions. */
  private static StructType fates(DataType row) {
    return new StructType().add(ROW, row, false).add(VERSIONS, IDS, true);
  }

  /** The fates of the rows of a group, whose documents come in their order. */
  private static Iterator<Row> fates(Iterator<Row> documents) {
    Row first = documents.next();
    Set<Object> others = new HashSet<>();
    List<String> versions = new ArrayList<>();
    while (documents.hasNext()) {
      Row document = documents.next();
      versions.add(document.getAs(DocumentRows.ID));
      others.add(document.getAs(ROW));
    }
    Object representative = first.getAs(ROW);
    others.remove(representative);
    return Stream.concat(
            Stream.of(RowFactory.create(representative, versions.toArray(String[]::new))),
            others.stream().map(row -> RowFactory.create(row, null)))
        .iterator();
  }

  /** The rows that are left. */
  Dataset<Row> rows(Clusters clusters) {
    Dataset<Row> selected = columns.all(input);
    DataType row = selected.schema().apply(ROW).dataType();
    JavaRDD<Row> all = selected.javaRDD();
    StructType asked =
        new StructType()
            .add(ROW, row, false)
            .add(CONTENT, DataTypes.LongType, false)
            .add(PLACE, DataTypes.IntegerType, false);
    Dataset<Row> rows =
        spark.createDataFrame(
            all.mapPartitionsWithIndex((place, each) -> ask(each, place), true), asked);
    // Of equal rows one survives, wherever it is.
    Dataset<Row> told =
        rows.join(clusters.ofGroups((group, each) -> fates(each), Encoders.row(fates(row))), ROW)
            .groupBy(ROW)
            .agg(
                min(struct(CONTENT, PLACE)).as(SURVIVOR),
                collect_set(PLACE).as("places"),
                first(VERSIONS).as(VERSIONS))
            .select(col(ROW), col(SURVIVOR), col(VERSIONS), explode(col("places")).as(PLACE))
            .select(
                col(PLACE),
                col(ROW),
                col(SURVIVOR).getField(CONTENT).as(CONTENT),
                when(col(PLACE).equalTo(col(SURVIVOR).getField(PLACE)), col(VERSIONS))
                    .as(VERSIONS));
    JavaRDD<Row> atPlaces =
        told.javaRDD()
            .mapToPair(fate -> new Tuple2<>(fate.getInt(0), fate))
            .partitionBy(new HashPartitioner(all.getNumPartitions()))
            .values();
    return spark.createDataFrame(
        all.zipPartitions(atPlaces, KeptDocuments::surviving),
        input.schema().add(REPRESENTATIVE, DataTypes.StringType, false).add(VERSIONS, IDS, false));
  }

  private static Iterator<Row> ask(Iterator<Row> rows, int place) {
    return EngineRun.stream(rows)
        .map(row -> RowFactory.create(row.getAs(ROW), row.getAs(CONTENT), place))
        .iterator();
  }

  private static Iterator<Row> surviving(Iterator<Row> rows, Iterator<Row> told) {
    Map<Object, Row> fates = new HashMap<>();
    told.forEachRemaining(fate -> fates.put(fate.getAs(ROW), fate));
    return EngineRun.stream(rows).flatMap(row -> surviving(row, fates)).iterator();
  }

  private static Stream<Row> surviving(Row row, Map<Object, Row> fates) {
    Object key = row.getAs(ROW);
    if (!fates.containsKey(key)) {
      return Stream.of(withVersions(row, List.of()));
    }
    Row fate = fates.get(key);
    if (fate == null
        || fate.getAs(VERSIONS) == null
        || !fate.getAs(CONTENT).equals(row.getAs(CONTENT))) {
      return Stream.empty();
    }
    fates.put(key, null); // equal rows that follow do not survive
    return Stream.of(withVersions(row, fate.getList(fate.fieldIndex(VERSIONS))));
  }

  private static Row withVersions(Row row, List<String> versions) {
    Row all = row.getAs(InputColumns.ALL);
    Object[] values = new Object[all.length() + 2];
    for (int i = 0; i < all.length(); i++) {
      values[i] = all.get(i);
    }
    values[all.length()] = row.getAs(DocumentRows.ID);
    values[all.length() + 1] = versions.toArray(String[]::new);
    return RowFactory.create(values);
  }
}
