// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.xxhash64;
import static org.neardup.spark.DocumentRows.ROW;
import static org.neardup.spark.DocumentRows.TEXT;

import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.Iterator;
import org.apache.commons.io.function.Uncheck;
import org.apache.spark.api.java.function.CoGroupFunction;
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
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.cluster.text.TextSketches;
import scala.Tuple3;

/**
 * Decides on pairs of texts. Where the sketches leave it open, the texts are read again, by a
 * semi-join, and their elements counted.
 */
record PairRows(
    EngineRun run,
    ClusterConfig config,
    InputColumns columns,
    Dataset<Row> input,
    DocumentRows documents) {
  /** The number of the text that came later. */
  static final String LATER = "later";

  /** The number of the text that came first. */
  static final String EARLIER = "earlier";

  static final String RESEMBLANCE = "resemblance";

  /** Pairs of the same piece have texts in common, of which there are not many. */
  static final String PIECE = "piece";

  /** How the resemblance is known. */
  static final String BASIS = "basis";

  private static final double FALSE_POSITIVES = 0.01;

  /** The texts of one representative are counted by so many tasks at most. */
  private static final int PIECES = 64;

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
            udf(estimate, DataTypes.DoubleType).apply(col("a"), col("b")).as(RESEMBLANCE),
            xxhash64(col(EARLIER), pmod(col(LATER), lit(PIECES))).as(PIECE));
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
        compared
            .where(isInDoubt().unary_$bang())
            .drop(PIECE)
            .withColumn(BASIS, lit(PairComparison.ESTIMATE));
    return inDoubt == 0 ? sure : sure.union(counted(compared.where(isInDoubt()), inDoubt));
  }

  Dataset<Row> near(Dataset<Row> decided) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF1<Double, Boolean> passes = resemblance -> comparison.get().rule().passes(resemblance);
    return decided.where(udf(passes, DataTypes.BooleanType).apply(col(RESEMBLANCE)));
  }

  /** Counts the elements of pairs: those of a text go to each piece that has pairs of it. */
  private Dataset<Row> counted(Dataset<Row> open, long count) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    Dataset<Row> texts =
        run.keep(open.select(col(PIECE), explode(array(LATER, EARLIER)).as(TEXT)).distinct());
    Dataset<Row> elements = elements(texts.select(TEXT), count);
    // No pair may be lost: the input must be the same whenever it is read.
    Dataset<Row> ofPieces = texts.join(elements, TEXT, "left");
    return open.select(PIECE, LATER, EARLIER)
        .groupBy(PIECE)
        .as(Encoders.LONG(), Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.LONG()))
        .cogroup(
            ofPieces
                .select(PIECE, TEXT, ELEMENTS)
                .groupBy(PIECE)
                .as(
                    Encoders.LONG(),
                    Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.BINARY())),
            (CoGroupFunction<
                    Long,
                    Tuple3<Long, Long, Long>,
                    Tuple3<Long, Long, byte[]>,
                    Tuple3<Long, Long, Double>>)
                (piece, pairs, members) -> counted(pairs, members, comparison.get().rule()),
            Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.DOUBLE()))
        .toDF(LATER, EARLIER, RESEMBLANCE)
        .withColumn(BASIS, lit(PairComparison.EXACT));
  }

  /** Counts the pairs of a piece, whose texts are held meanwhile. */
  private static Iterator<Tuple3<Long, Long, Double>> counted(
      Iterator<Tuple3<Long, Long, Long>> pairs,
      Iterator<Tuple3<Long, Long, byte[]>> texts,
      PairRule rule) {
    LongObjectHashMap<ElementSet> sets = new LongObjectHashMap<>();
    texts.forEachRemaining(text -> sets.put(text._2(), set(text._3())));
    return EngineRun.stream(pairs)
        .map(
            pair -> {
              PairResemblance counted = rule.counted(sets.get(pair._2()), sets.get(pair._3()));
              return new Tuple3<>(pair._2(), pair._3(), counted.decisive());
            })
        .iterator();
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

  /** The elements of all texts of some pairs, and of few others. */
  private Dataset<Row> elements(Dataset<Row> texts, long count) {
    if (columns.isNumbered()) { // so a row has the number of its text
      return ofRows(texts.toDF(ROW), count).withColumnRenamed(ROW, TEXT);
    }
    Dataset<Row> wanted =
        run.keep(documents.firsts().join(texts.distinct(), TEXT).select(TEXT, ROW));
    return ofRows(wanted.select(ROW), count)
        .join(wanted, ROW)
        .dropDuplicates(TEXT) // rows of the same text may be the same in all that tells them apart
        .select(TEXT, ELEMENTS);
  }

  /** The elements of some rows of the input, and of those that a filter takes for one of them. */
  private Dataset<Row> ofRows(Dataset<Row> wanted, long count) {
    Column hash = xxhash64(col(ROW));
    long expected =
        Math.clamp(Math.min(2 * count, documents.texts()), 1, run.limits().filterTexts());
    Broadcast<BloomFilter> filter =
        run.broadcast(
            wanted.select(hash.as(ROW)).stat().bloomFilter(ROW, expected, FALSE_POSITIVES));
    UDF1<Long, Boolean> mayBe = each -> filter.value().mightContainLong(each);
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF2<String, String, byte[]> elements =
        (text, scope) -> elements(comparison.documents(), text, scope);
    return columns
        .texts(input)
        .where(udf(mayBe, DataTypes.BooleanType).apply(hash))
        .select(
            col(ROW),
            udf(elements, DataTypes.BinaryType)
                .apply(col(InputColumns.TEXT), col(Role.SCOPE.column()))
                .as(ELEMENTS));
  }

  private static byte[] elements(ClusterDocumentFactory documents, String text, String scope) {
    TextFeatures features =
        Uncheck.get(() -> documents.elements(text, ClusterDocumentFactory.scope(scope)));
    return features == null ? null : TextSketches.bytes(features.elements());
  }
}
