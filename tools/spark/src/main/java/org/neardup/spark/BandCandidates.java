// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.neardup.spark.DocumentRows.TEXT;
import static org.neardup.spark.Features.SKETCH;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.cursors.LongCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.neardup.internal.sketch.Hashing;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;
import scala.Tuple3;
import scala.Tuple4;

/**
 * Finds pairs of texts that may be near-duplicates: those that share a band key of their sketches.
 *
 * <p>Keys are exploded and sorted; most are of one text and end there. The texts of the others go
 * to their buckets once more, with their sketches, and are compared. In a bucket of more texts than
 * the limit each is compared with the first ones only: what is left of the bucket is divided into
 * pieces, each with some of the texts and all first ones.
 */
final class BandCandidates {
  private static final String STAGE = "candidates";
  private static final String KEY = "key";
  private static final String SKIPPED = "skipped";

  /** Of a text that it and others of its bucket are compared with: none before it are skipped. */
  private static final long COLUMN = -1;

  /** Of such a text in a piece of the bucket, where it is not itself compared with others. */
  private static final long REPEATED = -2;

  private final EngineRun run;
  private final ClusterConfig config;
  private long hotBuckets;
  private long skippedPairs;

  BandCandidates(EngineRun run, ClusterConfig config) {
    this.run = run;
    this.config = config;
  }

  /** How many buckets have more texts than they may. */
  long hotBuckets() {
    return hotBuckets;
  }

  /** How many pairs are skipped for that. */
  long skippedPairs() {
    return skippedPairs;
  }

  /** Gives pairs as {@link PairRows} compares them, each once. */
  Dataset<Row> find(Dataset<Row> sketches) {
    run.begin(STAGE);
    run.step(STAGE, "texts that share a band key");
    Dataset<Row> members = run.keep(members(sketches));
    Row skipped =
        members
            .agg(
                count(when(col(SKIPPED).equalTo(0), 1)),
                coalesce(sum(greatest(col(SKIPPED), lit(0L))), lit(0L)))
            .first();
    hotBuckets = skipped.getLong(0);
    skippedPairs = skipped.getLong(1);
    run.step(STAGE, "compare sketches in buckets");
    return compared(members.join(sketches, TEXT).select(KEY, TEXT, SKIPPED, SKETCH));
  }

  /** Of keys that several texts have: key, text, and how many texts before it are skipped. */
  private Dataset<Row> members(Dataset<Row> sketches) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF1<byte[], long[]> keys = sketch -> comparison.get().keys(sketch);
    Column ofSketch =
        udf(keys, DataTypes.createArrayType(DataTypes.LongType, false)).apply(col(SKETCH));
    int maxBucket = config.maxBucket();
    int pieceTexts = run.limits().pieceTexts();
    return inBuckets(sketches.select(explode(ofSketch).as(KEY), col(TEXT)))
        .as(Encoders.tuple(Encoders.LONG(), Encoders.LONG()))
        .mapPartitions(
            (MapPartitionsFunction<Tuple2<Long, Long>, Tuple3<Long, Long, Long>>)
                rows -> {
                  Bucket bucket = new Bucket(maxBucket, pieceTexts);
                  return EngineRun.stream(rows)
                      .<Tuple3<Long, Long, Long>>mapMulti(bucket::add)
                      .iterator();
                },
            Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.LONG()))
        .toDF(KEY, TEXT, SKIPPED);
  }

  /** The texts of each key one after the other, in their order. */
  private static Dataset<Row> inBuckets(Dataset<Row> texts) {
    return texts.repartition(col(KEY)).sortWithinPartitions(KEY, TEXT);
  }

  /** Takes the texts of one bucket after the other, and gives its members. */
  private static final class Bucket {
    private final int maxBucket;
    private final int pieceTexts;
    private final LongArrayList columns = new LongArrayList();
    private long key;
    private long skipped;

    Bucket(int maxBucket, int pieceTexts) {
      this.maxBucket = maxBucket;
      this.pieceTexts = pieceTexts;
    }

    void add(Tuple2<Long, Long> row, Consumer<Tuple3<Long, Long, Long>> members) {
      long text = row._2();
      if (row._1() != key || columns.isEmpty()) {
        key = row._1();
        columns.clear();
        columns.add(text);
        skipped = 0;
        return;
      }
      if (columns.size() == 1 && skipped == 0) {
        members.accept(new Tuple3<>(key, columns.get(0), COLUMN));
      }
      if (columns.size() < maxBucket) {
        columns.add(text);
        members.accept(new Tuple3<>(key, text, COLUMN));
        return;
      }
      long piece = Hashing.combine(key, skipped / pieceTexts);
      if (skipped % pieceTexts == 0) {
        for (LongCursor column : columns) {
          members.accept(new Tuple3<>(piece, column.value, REPEATED));
        }
      }
      members.accept(new Tuple3<>(piece, text, skipped++));
    }
  }

  private Dataset<Row> compared(Dataset<Row> members) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    boolean isCut = hotBuckets > 0;
    Dataset<Row> pairs =
        inBuckets(members)
            .as(
                Encoders.tuple(
                    Encoders.LONG(), Encoders.LONG(), Encoders.LONG(), Encoders.BINARY()))
            .mapPartitions(
                (MapPartitionsFunction<
                        Tuple4<Long, Long, Long, byte[]>, Tuple3<Long, Long, Double>>)
                    rows -> {
                      Comparer comparer = new Comparer(comparison.get(), isCut);
                      return EngineRun.stream(rows)
                          .<Tuple3<Long, Long, Double>>mapMulti(comparer::compare)
                          .iterator();
                    },
                Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.DOUBLE()))
            .toDF(PairRows.LATER, PairRows.EARLIER, PairRows.RESEMBLANCE);
    return isCut ? pairs.distinct() : pairs;
  }

  /** Takes the members of one bucket after the other, and compares each with those before it. */
  private static final class Comparer {
    private final PairComparison by;
    private final boolean isCut;
    private final List<Tuple4<Long, Long, Long, byte[]>> columns = new ArrayList<>();
    private long key;
    private int band;

    /**
     * A new one.
     *
     * @param isCut whether some buckets do not compare all pairs; else a pair is given only where
     *     the first band that both share has it
     */
    Comparer(PairComparison by, boolean isCut) {
      this.by = by;
      this.isCut = isCut;
    }

    void compare(
        Tuple4<Long, Long, Long, byte[]> member, Consumer<Tuple3<Long, Long, Double>> pairs) {
      if (member._1() != key || columns.isEmpty()) {
        key = member._1();
        columns.clear();
        band = by.band(member._4(), key);
      } else if (member._3() != REPEATED) {
        for (Tuple4<Long, Long, Long, byte[]> column : columns) {
          double estimate = by.sketches().estimate(member._4(), column._4());
          if (by.mayPass(estimate) && (isCut || by.firstShared(member._4(), column._4()) == band)) {
            pairs.accept(new Tuple3<>(member._2(), column._2(), estimate));
          }
        }
      }
      if (member._3() < 0) {
        columns.add(member);
      }
    }
  }
}
