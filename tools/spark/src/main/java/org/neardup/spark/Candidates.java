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

import java.util.ArrayList;
import java.util.Collections;
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
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.neardup.sketch.Hashing;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;
import scala.Tuple3;
import scala.Tuple4;

/**
 * Finds pairs of texts that may be near-duplicates: those that share a band key of their sketches.
 *
 * <p>Keys are exploded and grouped; most are of one text and end there. The texts of the others go
 * to their buckets once more, with their sketches, and are compared. In a bucket of more texts than
 * the limit each is compared with the first ones only: it is divided into pieces, each with some of
 * the texts and all first ones.
 */
final class Candidates {
  private static final String STAGE = "candidates";
  private static final String KEY = "key";
  private static final String TEXT = Documents.TEXT;
  private static final String SKIPPED = "skipped";

  /** Of a text that others of its bucket are compared with: none before it are skipped. */
  private static final long COLUMN = -1;

  private final Run run;
  private final ClusterConfig config;
  private long hotBuckets;
  private long skippedPairs;

  Candidates(Run run, ClusterConfig config) {
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

  /** Gives {@link Pairs}, each once. */
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
    return compared(members.join(sketches, TEXT).select(KEY, TEXT, SKIPPED, Documents.SKETCH));
  }

  /** Key, text, and how many texts before it it is not compared with. */
  private Dataset<Row> members(Dataset<Row> sketches) {
    Comparison.PerTask comparison = Comparison.perTask(config);
    UDF1<byte[], long[]> keys = sketch -> comparison.get().keys(sketch);
    Column ofSketch =
        udf(keys, DataTypes.createArrayType(DataTypes.LongType, false))
            .apply(col(Documents.SKETCH));
    int maxBucket = config.maxBucket();
    int pieceTexts = run.limits().pieceTexts();
    return sketches
        .select(explode(ofSketch).as(KEY), col(TEXT))
        .groupBy(KEY)
        .as(Encoders.LONG(), Encoders.tuple(Encoders.LONG(), Encoders.LONG()))
        .flatMapSortedGroups(
            new Column[] {col(TEXT)},
            (FlatMapGroupsFunction<Long, Tuple2<Long, Long>, Tuple3<Long, Long, Long>>)
                (key, texts) -> members(key, texts, maxBucket, pieceTexts),
            Encoders.tuple(Encoders.LONG(), Encoders.LONG(), Encoders.LONG()))
        .toDF(KEY, TEXT, SKIPPED);
  }

  /** The members of a bucket, whose texts come in their order. */
  private static Iterator<Tuple3<Long, Long, Long>> members(
      long key, Iterator<Tuple2<Long, Long>> texts, int maxBucket, int pieceTexts) {
    long first = texts.next()._2();
    if (!texts.hasNext()) {
      return Collections.emptyIterator();
    }
    List<Long> columns = new ArrayList<>(List.of(first));
    while (texts.hasNext() && columns.size() < maxBucket) {
      columns.add(texts.next()._2());
    }
    Stream<Tuple3<Long, Long, Long>> more =
        IntStream.iterate(0, piece -> texts.hasNext(), piece -> piece + 1)
            .boxed()
            .flatMap(piece -> piece(key, piece, columns, texts, pieceTexts));
    return Stream.concat(columns(key, columns), more).iterator();
  }

  private static Stream<Tuple3<Long, Long, Long>> columns(long key, List<Long> texts) {
    return texts.stream().map(text -> new Tuple3<>(key, text, COLUMN));
  }

  private static Stream<Tuple3<Long, Long, Long>> piece(
      long key, int piece, List<Long> columns, Iterator<Tuple2<Long, Long>> texts, int pieceTexts) {
    long pieceKey = Hashing.combine(key, piece);
    long start = (long) piece * pieceTexts;
    Stream<Tuple3<Long, Long, Long>> rows =
        LongStream.iterate(start, i -> i < start + pieceTexts && texts.hasNext(), i -> i + 1)
            .mapToObj(i -> new Tuple3<>(pieceKey, texts.next()._2(), i));
    return Stream.concat(columns(pieceKey, columns), rows);
  }

  /** A text in a bucket, with its sketch. */
  @SuppressWarnings("ArrayRecordComponent") // read, never compared
  private record Member(long text, long skipped, byte[] sketch) {
    static Member of(Tuple4<Long, Long, Long, byte[]> row) {
      return new Member(row._2(), row._3(), row._4());
    }

    boolean isColumn() {
      return skipped == COLUMN;
    }
  }

  private Dataset<Row> compared(Dataset<Row> members) {
    Comparison.PerTask comparison = Comparison.perTask(config);
    boolean isCut = hotBuckets > 0;
    Dataset<Row> pairs =
        members
            .groupBy(KEY)
            .as(
                Encoders.LONG(),
                Encoders.tuple(
                    Encoders.LONG(), Encoders.LONG(), Encoders.LONG(), Encoders.BINARY()))
            .flatMapSortedGroups(
                new Column[] {col(TEXT)},
                (FlatMapGroupsFunction<Long, Tuple4<Long, Long, Long, byte[]>, Row>)
                    (key, bucket) -> compare(key, bucket, comparison.get(), isCut),
                Encoders.row(Pairs.COMPARED));
    return isCut ? pairs.distinct() : pairs;
  }

  /**
   * The pairs of a bucket, or of a piece of one.
   *
   * @param isCut whether some buckets do not compare all pairs; else a pair is given only where the
   *     first band that both share has it
   */
  private static Iterator<Row> compare(
      long key, Iterator<Tuple4<Long, Long, Long, byte[]>> bucket, Comparison by, boolean isCut) {
    List<Member> members = new ArrayList<>();
    bucket.forEachRemaining(row -> members.add(Member.of(row)));
    boolean isPiece = members.stream().anyMatch(member -> !member.isColumn());
    List<Member> columns = members.stream().filter(Member::isColumn).toList();
    return members.stream()
        .filter(row -> !isPiece || !row.isColumn())
        .flatMap(
            row ->
                columns.stream()
                    .takeWhile(column -> column.text() < row.text())
                    .map(column -> compare(key, row, column, by, isCut))
                    .filter(pair -> pair != null))
        .iterator();
  }

  /** Null if they are no candidates, or given elsewhere. */
  private static Row compare(long key, Member later, Member earlier, Comparison by, boolean isCut) {
    double estimate = by.sketches().estimate(later.sketch(), earlier.sketch());
    if (!by.mayPass(estimate)
        || (!isCut && by.firstShared(later.sketch(), earlier.sketch()) != key)) {
      return null;
    }
    return RowFactory.create(later.text(), earlier.text(), estimate);
  }
}
