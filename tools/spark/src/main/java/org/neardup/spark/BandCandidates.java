// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.neardup.spark.DocumentRows.TEXT;
import static org.neardup.spark.Features.SKETCH;
import static org.neardup.spark.PairRows.EARLIER;
import static org.neardup.spark.PairRows.LATER;
import static org.neardup.spark.PairRows.PIECE;
import static org.neardup.spark.PairRows.RESEMBLANCE;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.neardup.internal.sketch.Hashing;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;
import scala.Tuple4;

/**
 * Finds pairs of texts that may be near-duplicates: those that share a band key of their sketches.
 *
 * <p>Keys are exploded and grouped; most are of one text and end there. The texts of the others go
 * to their buckets once more, with their sketches, and are compared. In a bucket of more texts than
 * the limit each is compared with the first ones only: what is left of the bucket is divided into
 * pieces, each with some of the texts and all first ones.
 */
final class BandCandidates {
  private static final String STAGE = "candidates";
  private static final String KEY = "key";
  private static final String SKIPPED = "skipped";
  private static final String SKIPPED_IN = "skippedIn";

  /** Of a text that it and others of its bucket are compared with: none before it are skipped. */
  private static final int COLUMN = -1;

  /** Of such a text in a piece of the bucket, where it is not itself compared with others. */
  private static final int REPEATED = -2;

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
                coalesce(sum(greatest(col(SKIPPED), lit(0))), lit(0L)))
            .first();
    hotBuckets = skipped.getLong(0);
    skippedPairs = skipped.getLong(1);
    run.step(STAGE, "compare sketches in buckets");
    Column ofSkipped = when(col(SKIPPED).geq(0), col(KEY));
    return compared(
        members
            .withColumn(SKIPPED_IN, collect_set(ofSkipped).over(Window.partitionBy(TEXT)))
            .join(sketches, TEXT)
            .select(PIECE, KEY, TEXT, SKIPPED, SKIPPED_IN, SKETCH));
  }

  /** Of buckets with several texts: piece, key, text, and how many texts before it are skipped. */
  private Dataset<Row> members(Dataset<Row> sketches) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    UDF1<byte[], long[]> keys = sketch -> comparison.get().keys(sketch);
    Column ofSketch =
        udf(keys, DataTypes.createArrayType(DataTypes.LongType, false)).apply(col(SKETCH));
    int maxBucket = config.maxBucket();
    int pieceTexts = run.limits().pieceTexts();
    return sketches
        .select(explode(ofSketch).as(KEY), col(TEXT))
        .groupBy(KEY)
        .as(Encoders.LONG(), Encoders.tuple(Encoders.LONG(), Encoders.LONG()))
        .flatMapGroups(
            (FlatMapGroupsFunction<Long, Tuple2<Long, Long>, Tuple4<Long, Long, Long, Integer>>)
                (key, rows) -> {
                  long first = rows.next()._2();
                  return rows.hasNext()
                      ? new Bucket(key, first, rows, maxBucket).members(pieceTexts)
                      : Collections.emptyIterator();
                },
            Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.LONG(), Encoders.INT()))
        .toDF(PIECE, KEY, TEXT, SKIPPED);
  }

  /** The texts of a key in their order, 8 bytes each; all are compared with the first ones only. */
  private static final class Bucket {
    private final long key;
    private final long[] texts;
    private final int columns;

    Bucket(long key, long first, Iterator<Tuple2<Long, Long>> others, int maxBucket) {
      this.key = key;
      texts =
          LongStream.concat(LongStream.of(first), EngineRun.stream(others).mapToLong(Tuple2::_2))
              .sorted()
              .toArray();
      columns = Math.min(texts.length, maxBucket);
    }

    Iterator<Tuple4<Long, Long, Long, Integer>> members(int pieceTexts) {
      return IntStream.range(0, texts.length)
          .boxed()
          .<Tuple4<Long, Long, Long, Integer>>mapMulti(
              (place, members) -> {
                int skipped = place - columns;
                if (skipped < 0) {
                  members.accept(new Tuple4<>(key, key, texts[place], COLUMN));
                  return;
                }
                long piece = Hashing.combine(key, skipped / pieceTexts);
                if (skipped % pieceTexts == 0) {
                  for (int column = 0; column < columns; column++) {
                    members.accept(new Tuple4<>(piece, key, texts[column], REPEATED));
                  }
                }
                members.accept(new Tuple4<>(piece, key, texts[place], skipped));
              })
          .iterator();
    }
  }

  private Dataset<Row> compared(Dataset<Row> members) {
    PairComparison.PerTask comparison = new PairComparison.PerTask(config);
    return members
        .groupBy(PIECE)
        .as(Encoders.LONG(), Encoders.row(members.schema()))
        .flatMapGroups(
            (FlatMapGroupsFunction<Long, Row, Tuple4<Long, Long, Double, Long>>)
                (piece, rows) -> Piece.of(rows, comparison.get()).pairs(piece),
            Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.DOUBLE(), Encoders.LONG()))
        .toDF(LATER, EARLIER, RESEMBLANCE, PIECE);
  }

  /** A text in a piece of a bucket. */
  private static final class Member {
    private final long text;
    private final int skipped;
    private final List<Integer> skippedIn; // bands in whose buckets others do not meet it
    private final byte[] sketch;

    Member(Row row, PairComparison by) {
      text = row.getLong(2);
      skipped = row.getInt(3);
      List<Long> keys = row.getList(4);
      sketch = row.getAs(5);
      skippedIn = keys.stream().map(key -> by.band(sketch, key)).toList();
    }
  }

  /** The texts of a piece in their order; the first ones of the bucket come first. */
  private record Piece(int band, List<Member> members, List<Member> columns, PairComparison by) {
    static Piece of(Iterator<Row> rows, PairComparison by) {
      Row first = rows.next();
      List<Member> members =
          Stream.concat(Stream.of(first), EngineRun.stream(rows))
              .map(row -> new Member(row, by))
              .sorted(Comparator.comparingLong(member -> member.text))
              .toList();
      List<Member> columns = members.stream().filter(member -> member.skipped < 0).toList();
      return new Piece(by.band(first.getAs(5), first.getLong(1)), members, columns, by);
    }

    /** Pairs of each text with the first ones before it; those of repeated texts are elsewhere. */
    Iterator<Tuple4<Long, Long, Double, Long>> pairs(long piece) {
      return members.stream()
          .filter(member -> member.skipped != REPEATED)
          .<Tuple4<Long, Long, Double, Long>>mapMulti(
              (member, pairs) -> {
                for (Member column : columns) {
                  if (column.text >= member.text) {
                    break;
                  }
                  double estimate = by.sketches().estimate(member.sketch, column.sketch);
                  if (by.mayPass(estimate) && isFirst(member, column)) {
                    pairs.accept(new Tuple4<>(member.text, column.text, estimate, piece));
                  }
                }
              })
          .iterator();
    }

    /** Whether no bucket of an earlier band compares the two as well. */
    private boolean isFirst(Member member, Member column) {
      int shared = -1;
      do {
        shared = by.nextShared(member.sketch, column.sketch, shared + 1);
      } while (column.skippedIn.contains(shared));
      return shared == band;
    }
  }
}
