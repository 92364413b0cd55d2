// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.io.function.Uncheck;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.sketch.BloomFilter;
import org.neardup.sketch.ElementSet;
import org.neardup.spark.InputColumns.Role;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.cluster.text.TextSketches;

/**
 * Decides on pairs of texts. Where the sketches leave it open, the texts are read again, by a
 * semi-join, and their elements counted.
 */
record Pairs(
    Run run, ClusterConfig config, InputColumns columns, Dataset<Row> input, Documents documents) {
  /** The number of the text that came later. */
  static final String LATER = "later";

  /** The number of the text that came first. */
  static final String EARLIER = "earlier";

  static final String RESEMBLANCE = "resemblance";

  /** How the resemblance is known. */
  static final String BASIS = "basis";

  /** Pairs with what their sketches say. */
  static final StructType COMPARED =
      new StructType()
          .add(LATER, DataTypes.LongType, false)
          .add(EARLIER, DataTypes.LongType, false)
          .add(RESEMBLANCE, DataTypes.DoubleType, false);

  private static final double FALSE_POSITIVES = 0.01;
  private static final String ELEMENTS = "elements";
  private static final StructType WITH_ELEMENTS =
      new StructType()
          .add(Documents.TEXT, DataTypes.LongType, false)
          .add(ELEMENTS, DataTypes.BinaryType, false);

  /** What sketches say of any pairs. */
  Dataset<Row> compared(Dataset<Row> pairs) {
    Comparison.PerTask comparison = Comparison.perTask(config);
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

  /** Of compared pairs those that the sketches do not decide on. */
  Dataset<Row> inDoubt(Dataset<Row> compared) {
    return compared.where(isInDoubt());
  }

  private Column isInDoubt() {
    Comparison.PerTask comparison = Comparison.perTask(config);
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
        compared.where(isInDoubt().unary_$bang()).withColumn(BASIS, lit(Comparison.ESTIMATE));
    return inDoubt == 0 ? sure : sure.union(counted(inDoubt(compared)));
  }

  Dataset<Row> near(Dataset<Row> decided) {
    Comparison.PerTask comparison = Comparison.perTask(config);
    UDF1<Double, Boolean> passes = resemblance -> comparison.get().rule().passes(resemblance);
    return decided.where(udf(passes, DataTypes.BooleanType).apply(col(RESEMBLANCE)));
  }

  private Dataset<Row> counted(Dataset<Row> open) {
    Comparison.PerTask comparison = Comparison.perTask(config);
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
            lit(Comparison.EXACT).as(BASIS));
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
    Dataset<Row> texts =
        open.select(col(LATER).as(Documents.TEXT)).union(open.select(col(EARLIER))).distinct();
    Dataset<Row> wanted =
        run.keep(
            documents.firsts().join(texts, Documents.TEXT).select(Documents.TEXT, Documents.ROW));
    ClusterConfig with = config;
    return columns
        .texts(input)
        .where(isWanted(wanted))
        .withColumnRenamed(InputColumns.TEXT, "content")
        .join(wanted, Documents.ROW)
        .dropDuplicates(Documents.TEXT)
        .mapPartitions(
            (MapPartitionsFunction<Row, Row>) rows -> elements(rows, new Comparison(with)),
            Encoders.row(WITH_ELEMENTS));
  }

  /** Whether a row may be wanted: most of the others are not sent anywhere. */
  private Column isWanted(Dataset<Row> wanted) {
    Dataset<Row> hashes = wanted.select(xxhash64(col(Documents.ROW)).as("hash"));
    long expected = Math.clamp(hashes.count(), 1, run.limits().filterTexts());
    BloomFilter filter = hashes.stat().bloomFilter("hash", expected, FALSE_POSITIVES);
    UDF1<Long, Boolean> mayBe = filter::mightContainLong;
    return udf(mayBe, DataTypes.BooleanType).apply(xxhash64(col(Documents.ROW)));
  }

  private static Iterator<Row> elements(Iterator<Row> rows, Comparison comparison) {
    ClusterDocumentFactory factory = comparison.documents();
    Iterable<Row> all = () -> rows;
    Stream<Row> stream = StreamSupport.stream(all.spliterator(), false);
    return stream.map(row -> elements(row, factory)).iterator();
  }

  private static Row elements(Row row, ClusterDocumentFactory factory) {
    long scope = ClusterDocumentFactory.scope(row.getAs(Role.SCOPE.column()));
    TextFeatures features = Uncheck.get(() -> factory.elements(row.getAs("content"), scope));
    return RowFactory.create(
        row.<Long>getAs(Documents.TEXT), TextSketches.bytes(features.elements()));
  }
}
