// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;
import static org.neardup.spark.PairRows.EARLIER;
import static org.neardup.spark.PairRows.LATER;
import static org.neardup.spark.PairRows.RESEMBLANCE;

import com.carrotsearch.hppc.LongHashSet;
import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * Anchored groups: a text is a representative if no earlier representative resembles it, and joins
 * the one that it resembles most otherwise. In each round the texts without earlier neighbours
 * become representatives, their neighbours are covered, and pairs of what is decided are dropped;
 * the last, when they are few, are decided on in order by one task. The outcome is that of one text
 * after the other.
 *
 * @see <a href="https://arxiv.org/abs/1202.3205">Blelloch, Fineman, Shun, Greedy sequential maximal
 *     independent set and matching are parallel on average, 2012</a>
 */
record AnchoredRounds(EngineRun run) {
  private static final String COVERED = "covered";
  private static final String FIRST = "first";

  /**
   * Of near pairs, to each text that is covered, the one of it and its representative.
   *
   * @param count how many near pairs there are
   */
  Dataset<Row> assign(Dataset<Row> near, long count) {
    Dataset<Row> ofRepresentatives =
        near.join(
            covered(near.select(LATER, EARLIER), count),
            col(EARLIER).equalTo(col(COVERED)),
            "left_anti");
    return ofRepresentatives
        .withColumn(
            FIRST,
            row_number()
                .over(Window.partitionBy(LATER).orderBy(col(RESEMBLANCE).desc(), col(EARLIER))))
        .where(col(FIRST).equalTo(1))
        .drop(FIRST);
  }

  /** The texts that are no representatives. */
  private Dataset<Row> covered(Dataset<Row> near, long count) {
    Dataset<Row> open = near;
    Dataset<Row> covered = null;
    for (long left = count; run.nextRound(left); left = open.count()) {
      Dataset<Row> withEarlier = open.select(col(LATER).as(FIRST));
      Dataset<Row> newly =
          run.keepRound(
              open.join(withEarlier, col(EARLIER).equalTo(col(FIRST)), "left_anti")
                  .select(col(LATER).as(COVERED))
                  .distinct());
      open =
          run.keepRound(
              open.join(newly, col(LATER).equalTo(col(COVERED)), "left_anti")
                  .join(newly, col(EARLIER).equalTo(col(COVERED)), "left_anti"));
      covered = covered == null ? newly : covered.union(newly);
    }
    Dataset<Row> last =
        open.repartition(1)
            .sortWithinPartitions(LATER, EARLIER)
            .mapPartitions(
                (MapPartitionsFunction<Row, Long>) AnchoredRounds::decide, Encoders.LONG())
            .toDF(COVERED);
    return covered == null ? last : covered.union(last);
  }

  /** Decides on pairs in order, and gives the texts that are covered. */
  private static Iterator<Long> decide(Iterator<Row> pairs) {
    LongHashSet covered = new LongHashSet();
    return EngineRun.stream(pairs)
        .filter(pair -> !covered.contains(pair.getLong(1)) && covered.add(pair.getLong(0)))
        .map(pair -> pair.getLong(0))
        .iterator();
  }
}
