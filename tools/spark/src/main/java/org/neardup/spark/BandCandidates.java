// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.posexplode;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.neardup.spark.DocumentRows.TEXT;
import static org.neardup.spark.Features.SKETCH;
import static org.neardup.spark.PairRows.EARLIER;
import static org.neardup.spark.PairRows.LATER;
import static org.neardup.spark.PairRows.PIECE;
import static org.neardup.spark.PairRows.RESEMBLANCE;

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
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.neardup.internal.sketch.Hashing;
import org.neardup.tools.cluster.config.ClusterConfig;
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
  private static final String BAND = "band";
  private static final String SKIPPED = "skipped";
  private static final String SKIPPED_IN = "skippedIn";

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
    Column ofSkipped = when(col(SKIPPED).geq(0), col(BAND));
    return compared(
        members
            .withColumn(SKIPPED_IN, collect_set(ofSkipped).over(Window.partitionBy(TEXT)))
            .join(sketches, TEXT)
            .select(PIECE, BAND, TEXT, SKIPPED, SKIPPED_IN, SKETCH));
  }

  /** Of buckets with several texts: piece, band, text, and how many texts before it are skipped. */
  private Dataset<Row> members(Dataset<Row> sketches) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF1<byte[], long[]> keys = sketch -> comparison.get().keys(sketch);
    Column ofSketch =
        udf(keys, DataTypes.createArrayType(DataTypes.LongType, false)).apply(col(SKETCH));
    int maxBucket = config.maxBucket();
    int pieceTexts = run.limits().pieceTexts();
    Dataset<Row> ofBands =
        sketches.select(col(TEXT), posexplode(ofSketch).as(new String[] {BAND, PIECE}));
    return inPieces(ofBands.select(PIECE, BAND, TEXT))
        .as(Encoders.tuple(Encoders.LONG(), Encoders.INT(), Encoders.LONG()))
        .mapPartitions(
            (MapPartitionsFunction<Tuple3<Long, Integer, Long>, Tuple4<Long, Integer, Long, Long>>)
                rows -> {
                  Bucket bucket = new Bucket(maxBucket, pieceTexts);
                  return EngineRun.stream(rows)
                      .<Tuple4<Long, Integer, Long, Long>>mapMulti(bucket::add)
                      .iterator();
                },
            Encoders.tuple(Encoders.LONG(), Encoders.INT(), Encoders.LONG(), Encoders.LONG()))
        .toDF(PIECE, BAND, TEXT, SKIPPED);
  }

  /** The texts of each piece one after the other, in their order. */
  private static Dataset<Row> inPieces(Dataset<Row> texts) {
    return texts.repartition(col(PIECE)).sortWithinPartitions(PIECE, TEXT);
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

    void add(Tuple3<Long, Integer, Long> row, Consumer<Tuple4<Long, Integer, Long, Long>> members) {
      int band = row._2();
      long text = row._3();
      if (row._1() != key || columns.isEmpty()) {
        key = row._1();
        columns.clear();
        columns.add(text);
        skipped = 0;
        return;
      }
      if (columns.size() == 1 && skipped == 0) {
        members.accept(new Tuple4<>(key, band, columns.get(0), COLUMN));
      }
      if (columns.size() < maxBucket) {
        columns.add(text);
        members.accept(new Tuple4<>(key, band, text, COLUMN));
        return;
      }
      long piece = Hashing.combine(key, skipped / pieceTexts);
      if (skipped % pieceTexts == 0) {
        for (LongCursor column : columns) {
          members.accept(new Tuple4<>(piece, band, column.value, REPEATED));
        }
      }
      members.accept(new Tuple4<>(piece, band, text, skipped++));
    }
  }

  private Dataset<Row> compared(Dataset<Row> members) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    return inPieces(members)
        .mapPartitions(
            (MapPartitionsFunction<Row, Tuple4<Long, Long, Double, Long>>)
                rows -> {
                  Comparer comparer = new Comparer(comparison.get());
                  return EngineRun.stream(rows)
                      .map(Member::new)
                      .<Tuple4<Long, Long, Double, Long>>mapMulti(comparer::compare)
                      .iterator();
                },
            Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.DOUBLE(), Encoders.LONG()))
        .toDF(LATER, EARLIER, RESEMBLANCE, PIECE);
  }

  /** A text in a piece of a bucket. */
  private static final class Member {
    private final long piece;
    private final int band;
    private final long text;
    private final long skipped;
    private final List<Integer> skippedIn;
    private final byte[] sketch;

    Member(Row row) {
      piece = row.getLong(0);
      band = row.getInt(1);
      text = row.getLong(2);
      skipped = row.getLong(3);
      skippedIn = row.getList(4);
      sketch = row.getAs(5);
    }
  }

  /** Takes the members of one piece after the other, and compares each with those before it. */
  private static final class Comparer {
    private final PairComparison by;
    private final List<Member> columns = new ArrayList<>();
    private long piece;

    Comparer(PairComparison by) {
      this.by = by;
    }

    void compare(Member member, Consumer<Tuple4<Long, Long, Double, Long>> pairs) {
      if (member.piece != piece) {
        piece = member.piece;
        columns.clear();
      }
      if (member.skipped != REPEATED) {
        for (Member column : columns) {
          double estimate = by.sketches().estimate(member.sketch, column.sketch);
          if (by.mayPass(estimate) && isFirst(member, column)) {
            pairs.accept(new Tuple4<>(member.text, column.text, estimate, piece));
          }
        }
      }
      if (member.skipped < 0) {
        columns.add(member);
      }
    }

    /** Whether no bucket of an earlier band compares the two as well. */
    private boolean isFirst(Member member, Member column) {
      int band = -1;
      do {
        band = by.nextShared(member.sketch, column.sketch, band + 1);
      } while (column.skippedIn.contains(band));
      return band == member.band;
    }
  }
}
