// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.sketch.Hashing;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.tools.cluster.grouping.TransitiveGroups;
import org.neardup.tools.cluster.sort.Pairs;
import scala.Tuple2;

/**
 * Transitive groups: what pairs connect, by large stars and small stars in turns, until each text
 * is paired with the first of its group only; when the pairs are few, by union and find in one
 * task.
 *
 * @see <a href="https://doi.org/10.1145/2670979.2670997">Kiveris, Lattanzi, Mirrokni, Rastogi,
 *     Vassilvitskii, Connected components in MapReduce and beyond, 2014</a>
 */
final class StarRounds {
  private final Kept kept;
  private final RunLimits limits;
  private final int partitions;
  private int rounds;

  StarRounds(Kept kept, RunLimits limits, int partitions) {
    this.kept = kept;
    this.limits = limits;
    this.partitions = partitions;
  }

  /** How many there were. */
  int rounds() {
    return rounds;
  }

  /** To each text but the first of its group, the pair of it and that. */
  JavaRDD<byte[]> assign(JavaRDD<byte[]> near) {
    return Vertices.of(near, partitions).pairs(roots(near));
  }

  private JavaRDD<long[]> roots(JavaRDD<byte[]> near) {
    int homes = partitions;
    JavaRDD<long[]> stars =
        kept.keep(
            Graph.arrived(
                near.mapPartitions(blocks -> Graph.send(sink -> forEach(blocks, sink), homes)),
                homes));
    Tuple2<Long, Long> before = null;
    Tuple2<Long, Long> now = digest(stars);
    while (now._1() > limits.lastEdges() && !now.equals(before)) {
      rounds++;
      JavaRDD<long[]> next = kept.keepRound(step(step(stars, true, homes), false, homes));
      before = now;
      now = digest(next);
      kept.drop(stars);
      stars = next;
    }
    return now.equals(before) ? stars : last(stars, homes);
  }

  private static void forEach(Iterator<byte[]> near, Graph.PairSink sink) {
    TextPair pair = new TextPair();
    for (BlockReader in = new BlockReader(near); in.hasNext(); ) {
      pair.read(in);
      sink.accept(pair.later, pair.earlier);
    }
  }

  /** How many pairs there are, and a hash of them all. */
  private static Tuple2<Long, Long> digest(JavaRDD<long[]> pairs) {
    return pairs
        .map(
            of -> {
              long hash = 0;
              for (int i = 0; i < of.length; i += 2) {
                hash += Hashing.combine(of[i], of[i + 1]);
              }
              return new Tuple2<>(of.length / 2L, hash);
            })
        .reduce((a, b) -> new Tuple2<>(a._1() + b._1(), a._2() + b._2()));
  }

  /** Pairs, the later text at home, that a star makes of pairs of that kind. */
  private static JavaRDD<long[]> step(JavaRDD<long[]> pairs, boolean large, int homes) {
    JavaRDD<long[]> neighbours =
        large
            ? Graph.arrived(
                pairs.mapPartitions(
                    each -> {
                      long[] of = each.next();
                      return Graph.send(sink -> bothWays(of, sink), homes);
                    }),
                homes)
            : pairs;
    return Graph.arrived(
        neighbours.mapPartitions(
            each -> {
              long[] of = each.next();
              return Graph.send(sink -> stars(of, large, sink), homes);
            }),
        homes);
  }

  private static void bothWays(long[] pairs, Graph.PairSink sink) {
    for (int i = 0; i < pairs.length; i += 2) {
      sink.accept(pairs[i], pairs[i + 1]);
      sink.accept(pairs[i + 1], pairs[i]);
    }
  }

  /**
   * Pairs the neighbours of each text with the least of them and itself: in a large star those
   * after the text, in a small star those before it, and the text.
   */
  private static void stars(long[] pairs, boolean large, Graph.PairSink sink) {
    for (int start = 0, end; start < pairs.length; start = end) {
      long text = pairs[start];
      long least = Math.min(text, pairs[start + 1]); // neighbours are in order
      for (end = start; end < pairs.length && pairs[end] == text; end += 2) {
        long neighbour = pairs[end + 1];
        if (neighbour != least && (!large || neighbour > text)) {
          sink.accept(neighbour, least);
        }
      }
      if (!large) {
        sink.accept(text, least);
      }
    }
  }

  private static JavaRDD<long[]> last(JavaRDD<long[]> pairs, int homes) {
    JavaRDD<long[]> together =
        Graph.arrived(
            pairs.mapPartitions(
                each -> {
                  long[] of = each.next();
                  return Graph.send(
                      sink -> {
                        for (int i = 0; i < of.length; i += 2) {
                          sink.accept(of[i], of[i + 1]);
                        }
                      },
                      1);
                }),
            1);
    return Graph.arrived(
        together.mapPartitions(
            each -> {
              long[] of = each.next();
              return Graph.send(sink -> unite(of, sink), homes);
            }),
        homes);
  }

  private static void unite(long[] pairs, Graph.PairSink sink) {
    long[] texts = Arrays.stream(pairs).sorted().distinct().toArray();
    TransitiveGroups groups = new TransitiveGroups(texts.length);
    for (int i = 0; i < pairs.length; i += 2) {
      int a = Arrays.binarySearch(texts, pairs[i]);
      int b = Arrays.binarySearch(texts, pairs[i + 1]);
      groups.accept(Pairs.of(a, b), null);
    }
    for (int text = 0; text < texts.length; text++) {
      int root = groups.representative(text);
      if (root != text) {
        sink.accept(texts[text], texts[root]);
      }
    }
  }
}
