// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.xxhash64;

import org.apache.commons.io.function.Uncheck;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.sketch.BloomFilter;
import org.neardup.internal.sketch.ElementSet;
import org.neardup.spark.InputColumns.Role;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.cluster.text.TextSketches;
import scala.Tuple2;

/**
 * Decides on pairs of texts. Where the sketches leave it open, the texts are read again, by a
 * semi-join, and their elements counted.
 */
record PairRows(
    EngineRun run, ClusterConfig config, InputColumns columns, Dataset<Row> input, DocumentRows documents) {
  /** The number of the text that came later. */
  static final String LATER = "later";

  /** The number of the text that came first. */
  static final String EARLIER = "earlier";

  static final String RESEMBLANCE = "resemblance";

  /** How the resemblance is known. */
  static final String BASIS = "basis";

  private static final double FALSE_POSITIVES = 0.01;
  private static final String ELEMENTS = "elements";

  /** What sketches say of any pairs. */
  Dataset<Row> compared(Dataset<Row> pairs) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF2<byte[], byte[], Double> estimate = (a, b) -> comparison.get().sketches().estimate(a, b);
    Dataset<Row> sketches = documents.sketches();
    return pairs
        .join(sketches.toDF(LATER, "a"), LATER)
        .join(sketches.toDF(EARLIER, "b"), EARLIER)
        .select(
            col(LATER),
            col(EARLIER),
            udf(estimate, DataTypes.DoubleType).apply(col("a"), col("b")).as(RESEMBLANCE));
  }

  /** Whether the sketches leave a compared pair open. */
  Column isInDoubt() {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF1<Double, Boolean> inDoubt = estimate -> comparison.get().isInDoubt(estimate);
    return udf(inDoubt, DataTypes.BooleanType).apply(col(RESEMBLANCE));
  }

  /**
   * Compared pairs with their resemblance and its basis.
   *
   * @param inDoubt how many are in doubt
   */
  Dataset<Row> decided(Dataset<Row> compared, long inDoubt) {
    Dataset<Row> sure =
        compared.where(isInDoubt().unary_$bang()).withColumn(BASIS, lit(PairComparison.ESTIMATE));
    return inDoubt == 0 ? sure : sure.union(counted(compared.where(isInDoubt())));
  }

  Dataset<Row> near(Dataset<Row> decided) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF1<Double, Boolean> passes = resemblance -> comparison.get().rule().passes(resemblance);
    return decided.where(udf(passes, DataTypes.BooleanType).apply(col(RESEMBLANCE)));
  }

  private Dataset<Row> counted(Dataset<Row> open) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF2<byte[], byte[], Double> count =
        (later, earlier) -> comparison.get().rule().counted(set(later), set(earlier)).decisive();
    Dataset<Row> elements = run.keep(elements(open));
    // No pair may be lost: the input must be the same whenever it is read.
    return open.select(LATER, EARLIER)
        .join(elements.toDF(LATER, "a"), LATER, "left")
        .join(elements.toDF(EARLIER, "b"), EARLIER, "left")
        .select(
            col(LATER),
            col(EARLIER),
            udf(count, DataTypes.DoubleType).apply(col("a"), col("b")).as(RESEMBLANCE),
            lit(PairComparison.EXACT).as(BASIS));
  }

  private static ElementSet set(byte[] stored) {
    if (stored == null) {
      throw new IllegalStateException(
          "the input must be the same whenever it is read: a text of the first reading is not in"
              + " the second");
    }
    long[] elements = TextSketches.longs(stored);
    return ElementSet.of(elements, elements.length);
  }

  /** The elements of all texts of some pairs. */
  private Dataset<Row> elements(Dataset<Row> open) {
    Dataset<Row> asked =
        open.select(col(LATER).as(DocumentRows.TEXT)).union(open.select(col(EARLIER))).distinct();
    Dataset<Row> wanted =
        run.keep(
            documents.firsts().join(asked, DocumentRows.TEXT).select(DocumentRows.TEXT, DocumentRows.ROW));
    ClusterConfig with = config;
    Dataset<Row> rows =
        columns
            .texts(input)
            .where(isWanted(wanted))
            .withColumnRenamed(InputColumns.TEXT, "content")
            .join(wanted, DocumentRows.ROW);
    return (columns.isNumbered() ? rows : rows.dropDuplicates(DocumentRows.TEXT))
        .mapPartitions(
            (MapPartitionsFunction<Row, Tuple2<Long, byte[]>>)
                texts -> {
                  ClusterDocumentFactory factory = PairComparison.by(with).documents();
                  return EngineRun.stream(texts).map(row -> elements(row, factory)).iterator();
                },
            Encoders.tuple(Encoders.LONG(), Encoders.BINARY()))
        .toDF(DocumentRows.TEXT, ELEMENTS);
  }

  /** Whether a row may be wanted: most of the others are not sent anywhere. */
  private Column isWanted(Dataset<Row> wanted) {
    Dataset<Row> hashes = wanted.select(xxhash64(col(DocumentRows.ROW)).as("hash"));
    long expected = Math.clamp(hashes.count(), 1, run.limits().filterTexts());
    BloomFilter filter = hashes.stat().bloomFilter("hash", expected, FALSE_POSITIVES);
    Broadcast<BloomFilter> sent = run.broadcast(filter);
    UDF1<Long, Boolean> mayBe = hash -> sent.value().mightContainLong(hash);
    return udf(mayBe, DataTypes.BooleanType).apply(xxhash64(col(DocumentRows.ROW)));
  }

  private static Tuple2<Long, byte[]> elements(Row row, ClusterDocumentFactory factory) {
    long scope = ClusterDocumentFactory.scope(row.getAs(Role.SCOPE.column()));
    TextFeatures features = Uncheck.get(() -> factory.elements(row.getAs("content"), scope));
    return new Tuple2<>(row.getAs(DocumentRows.TEXT), TextSketches.bytes(features.elements()));
  }
}
