// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * Anchored groups: a text is a representative if no earlier representative resembles it, and joins
 * the one that it resembles most otherwise. In each round the texts without earlier neighbours
 * become representatives, their neighbours are covered, and pairs of what is decided are dropped;
 * the last, when they are few, are decided on in order. The outcome is that of one text after the
 * other.
 *
 * @param round is run for each
 * @see <a href="https://arxiv.org/abs/1202.3205">Blelloch, Fineman, Shun, Greedy sequential maximal
 *     independent set and matching are parallel on average, 2012</a>
 */
record AnchoredRounds(Kept kept, int partitions, Runnable round) {
  /** To each text that is covered, the pair of it and its representative. */
  JavaRDD<byte[]> assign(JavaRDD<byte[]> near) {
    int homes = partitions;
    JavaRDD<long[]> covered = covered(near);
    JavaRDD<byte[]> byEarlier = PairBlocks.bring(near, pair -> pair.earlier, homes);
    JavaRDD<Tuple2<Integer, byte[]>> ofRepresentatives =
        covered.zipPartitions(
            byEarlier,
            (marks, blocks) -> {
              long[] of = marks.next();
              return PairBlocks.send(
                  blocks, pair -> !Graph.hasFirst(of, pair.earlier), pair -> pair.later, homes);
            });
    return Exchange.of(ofRepresentatives, homes)
        .mapPartitions(blocks -> best(new BlockReader(blocks)));
  }

  /** Of the pairs of each text the one of most resemblance, of equals that of the earlier one. */
  private static Iterator<byte[]> best(BlockReader in) {
    Map<Long, TextPair> best = new HashMap<>();
    while (in.hasNext()) {
      TextPair pair = new TextPair().read(in);
      best.merge(pair.later, pair, (known, other) -> isBetter(other, known) ? other : known);
    }
    return Outbox.blocks(best.values().iterator(), (each, out) -> each.write(out.to(0)));
  }

  private static boolean isBetter(TextPair pair, TextPair than) {
    return pair.resemblance > than.resemblance
        || (pair.resemblance == than.resemblance && pair.earlier < than.earlier);
  }

  /** The numbers of texts that are no representatives, each as the first of a pair. */
  private JavaRDD<long[]> covered(JavaRDD<byte[]> near) {
    int homes = partitions;
    JavaRDD<long[]> open =
        kept.keep(
            Graph.ofTexts(near, (pair, sink) -> sink.accept(pair.later, pair.earlier), homes));
    JavaRDD<long[]> covered = null;
    for (long left = Graph.count(open); left > kept.limits().lastEdges(); ) {
      round.run();
      JavaRDD<long[]> byEarlier = kept.keep(Graph.of(open, AnchoredRounds::turn, homes));
      JavaRDD<long[]> marks = kept.keep(marks(byEarlier, open));
      JavaRDD<long[]> before = covered;
      covered = kept.keepRound(before == null ? marks.map(each -> each) : both(before, marks));
      JavaRDD<long[]> next = kept.keepRound(left(byEarlier, marks));
      left = Graph.count(next);
      Graph.count(covered);
      Stream.of(byEarlier, marks, open).forEach(kept::drop);
      if (before != null) {
        kept.drop(before);
      }
      open = next;
    }
    JavaRDD<long[]> last = Graph.together(open, AnchoredRounds::decide, homes);
    return kept.keep(covered == null ? last : both(covered, last));
  }

  private static void turn(long[] pairs, Graph.PairSink sink) {
    Graph.forEach(pairs, (a, b) -> sink.accept(b, a));
  }

  /** Covers the later neighbours of texts that have no earlier ones. */
  private JavaRDD<long[]> marks(JavaRDD<long[]> byEarlier, JavaRDD<long[]> open) {
    return Graph.of(
        byEarlier,
        open,
        (pairs, withEarlier, sink) ->
            forOthers(withEarlier, pairs, (earlier, later) -> sink.accept(later, 0)),
        partitions);
  }

  /** The pairs neither of whose texts was covered now; those of representatives are among those. */
  private JavaRDD<long[]> left(JavaRDD<long[]> byEarlier, JavaRDD<long[]> marks) {
    JavaRDD<long[]> byLater =
        Graph.of(
            byEarlier,
            marks,
            (pairs, covered, sink) ->
                forOthers(covered, pairs, (earlier, later) -> sink.accept(later, earlier)),
            partitions);
    return byLater.zipPartitions(
        marks, (pairs, covered) -> Exchange.only(without(pairs.next(), covered.next())));
  }

  private static long[] without(long[] pairs, long[] covered) {
    LongArrayList left = new LongArrayList();
    forOthers(
        covered,
        pairs,
        (later, earlier) -> {
          left.add(later);
          left.add(earlier);
        });
    return left.toArray();
  }

  /** Passes on the pairs whose first number is not the first of some other pair. */
  private static void forOthers(long[] other, long[] pairs, Graph.PairSink sink) {
    Graph.forEach(
        pairs,
        (first, second) -> {
          if (!Graph.hasFirst(other, first)) {
            sink.accept(first, second);
          }
        });
  }

  private static JavaRDD<long[]> both(JavaRDD<long[]> a, JavaRDD<long[]> b) {
    return a.zipPartitions(b, (x, y) -> Exchange.only(merged(x.next(), y.next())));
  }

  private static long[] merged(long[] a, long[] b) {
    return LongStream.concat(Graph.firsts(a), Graph.firsts(b))
        .sorted()
        .flatMap(number -> LongStream.of(number, 0))
        .toArray();
  }

  /** Decides on all that is left, in order. */
  private static void decide(long[] pairs, Graph.PairSink covered) {
    LongHashSet marks = new LongHashSet();
    Graph.forEach(
        pairs,
        (later, earlier) -> {
          if (!marks.contains(earlier) && marks.add(later)) {
            covered.accept(later, 0);
          }
        });
  }
}
