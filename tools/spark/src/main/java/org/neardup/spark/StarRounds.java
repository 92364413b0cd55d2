// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.neardup.spark.PairRows.EARLIER;
import static org.neardup.spark.PairRows.LATER;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.neardup.tools.cluster.grouping.TransitiveGroups;
import org.neardup.tools.cluster.sort.Pairs;

/**
 * Transitive groups: what pairs connect, by large stars and small stars in turns, until each text
 * is paired with the first of its group only; when the pairs are few, by union and find in one
 * task.
 *
 * @see <a href="https://doi.org/10.1145/2670979.2670997">Kiveris, Lattanzi, Mirrokni, Rastogi,
 *     Vassilvitskii, Connected components in MapReduce and beyond, 2014</a>
 */
record StarRounds(EngineRun run) {
  private static final String LEAST = "least";

  /** To each text but the first of its group, the pair of it and that. */
  Dataset<Row> assign(Dataset<Row> near) {
    Dataset<Row> stars = run.keepRound(near.select(LATER, EARLIER));
    Row before = null;
    Row now = digest(stars);
    while (!now.equals(before) && run.nextRound(now.getLong(0))) {
      stars = run.keepRound(smallStars(largeStars(stars)));
      before = now;
      now = digest(stars);
    }
    if (now.equals(before)) {
      return stars;
    }
    StructType schema = stars.schema();
    return stars
        .repartition(1)
        .mapPartitions((MapPartitionsFunction<Row, Row>) StarRounds::unite, Encoders.row(schema));
  }

  /** How many pairs there are, and a hash of them all. */
  private static Row digest(Dataset<Row> pairs) {
    return pairs.agg(count(lit(1)), expr("bit_xor(xxhash64(later, earlier))")).first();
  }

  /** Pairs the later neighbours of each text with the least of all of them and itself. */
  private static Dataset<Row> largeStars(Dataset<Row> pairs) {
    Dataset<Row> bothWays = pairs.union(pairs.select(EARLIER, LATER));
    Dataset<Row> centres = bothWays.groupBy(LATER).agg(least(min(EARLIER), col(LATER)).as(LEAST));
    return bothWays
        .join(centres, LATER)
        .where(col(EARLIER).gt(col(LATER)))
        .select(col(EARLIER).as(LATER), col(LEAST).as(EARLIER))
        .distinct();
  }

  /** Pairs the earlier neighbours of each text, and itself, with the least of them. */
  private static Dataset<Row> smallStars(Dataset<Row> pairs) {
    Dataset<Row> centres = pairs.groupBy(LATER).agg(min(EARLIER).as(LEAST));
    return pairs
        .join(centres, LATER)
        .where(col(EARLIER).notEqual(col(LEAST)))
        .select(col(EARLIER).as(LATER), col(LEAST).as(EARLIER))
        .union(centres.toDF(LATER, EARLIER))
        .distinct();
  }

  private static Iterator<Row> unite(Iterator<Row> pairs) {
    LongArrayList later = new LongArrayList();
    LongArrayList earlier = new LongArrayList();
    while (pairs.hasNext()) {
      Row pair = pairs.next();
      later.add(pair.getLong(0));
      earlier.add(pair.getLong(1));
    }
    long[] texts =
        LongStream.concat(LongStream.of(later.toArray()), LongStream.of(earlier.toArray()))
            .sorted()
            .distinct()
            .toArray();
    TransitiveGroups groups = new TransitiveGroups(texts.length);
    for (int i = 0; i < later.size(); i++) {
      int place = Arrays.binarySearch(texts, later.get(i));
      groups.accept(Pairs.of(place, Arrays.binarySearch(texts, earlier.get(i))), null);
    }
    return IntStream.range(0, texts.length)
        .filter(text -> groups.representative(text) != text)
        .mapToObj(text -> RowFactory.create(texts[text], texts[groups.representative(text)]))
        .iterator();
  }
}
