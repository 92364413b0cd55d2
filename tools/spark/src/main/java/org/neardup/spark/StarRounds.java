// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.sketch.SlotPacking;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.grouping.TransitiveGroups;
import org.neardup.tools.cluster.sort.Pairs;
import scala.Tuple2;

/**
 * Transitive groups: what pairs connect, by large stars and small stars in turns, until each text
 * is paired with the first of its group only; when the pairs are few, by union and find in one
 * task.
 *
 * @param round is run for each
 * @see <a href="https://doi.org/10.1145/2670979.2670997">Kiveris, Lattanzi, Mirrokni, Rastogi,
 *     Vassilvitskii, Connected components in MapReduce and beyond, 2014</a>
 */
record StarRounds(Kept kept, int partitions, Runnable round) {
  /** To each text but the first of its group, the pair of it and that. */
  JavaRDD<byte[]> assign(JavaRDD<byte[]> near) {
    int homes = partitions;
    JavaRDD<long[]> stars =
        kept.keep(
            Graph.ofTexts(near, (pair, sink) -> sink.accept(pair.later, pair.earlier), homes));
    Tuple2<Long, Long> before = null;
    Tuple2<Long, Long> now = digest(stars);
    while (now._1() > kept.limits().lastEdges() && !now.equals(before)) {
      round.run();
      JavaRDD<long[]> next = kept.keepRound(step(step(stars, true, homes), false, homes));
      before = now;
      now = digest(next);
      kept.drop(stars);
      stars = next;
    }
    boolean isDone = now.equals(before);
    return pairs(near, isDone ? stars : Graph.together(stars, StarRounds::unite, homes), homes);
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
    JavaRDD<long[]> neighbours = large ? Graph.of(pairs, StarRounds::bothWays, homes) : pairs;
    return Graph.of(neighbours, (of, sink) -> stars(of, large, sink), homes);
  }

  private static void bothWays(long[] pairs, Graph.PairSink sink) {
    Graph.forEach(
        pairs,
        (a, b) -> {
          sink.accept(a, b);
          sink.accept(b, a);
        });
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

  private static void unite(long[] pairs, Graph.PairSink sink) {
    long[] texts = Arrays.stream(pairs).sorted().distinct().toArray();
    TransitiveGroups groups = new TransitiveGroups(texts.length);
    Graph.forEach(
        pairs,
        (later, earlier) -> {
          int a = Arrays.binarySearch(texts, later);
          int b = Arrays.binarySearch(texts, earlier);
          groups.accept(Pairs.of(a, b), null);
        });
    for (int text = 0; text < texts.length; text++) {
      int root = groups.representative(text);
      if (root != text) {
        sink.accept(texts[text], texts[root]);
      }
    }
  }

  private static void prints(TextPair pair, Graph.PairSink sink) {
    sink.accept(pair.later, pair.laterPrint);
    sink.accept(pair.earlier, pair.earlierPrint);
  }

  /**
   * Pairs of which the numbers are known, each at the home of the later text; undecided.
   *
   * @param near pairs with all of these texts
   */
  static JavaRDD<byte[]> pairs(JavaRDD<byte[]> near, JavaRDD<long[]> laterAndEarlier, int homes) {
    JavaRDD<long[]> prints = Graph.ofTexts(near, StarRounds::prints, homes);
    JavaRDD<Tuple2<Integer, byte[]>> withLater =
        prints.zipPartitions(
            laterAndEarlier, (known, pairs) -> withLater(known.next(), pairs.next(), homes));
    return prints.zipPartitions(
        Exchange.of(withLater, homes), (known, blocks) -> withEarlier(known.next(), blocks));
  }

  private static Iterator<Tuple2<Integer, byte[]>> withLater(
      long[] known, long[] pairs, int homes) {
    TextPair pair = new TextPair();
    pair.basis = TextPair.OPEN;
    return Outbox.drain(
        homes,
        IntStream.range(0, pairs.length / 2).iterator(),
        (i, out) -> {
          pair.later = pairs[2 * i];
          pair.earlier = pairs[2 * i + 1];
          pair.laterPrint = known[Graph.place(known, pair.later) + 1];
          pair.write(out.to(Exchange.home(pair.earlier, homes)));
        });
  }

  private static Iterator<byte[]> withEarlier(long[] known, Iterator<byte[]> pairs) {
    return Outbox.blocks(
        PairBlocks.read(pairs),
        (pair, out) -> {
          pair.earlierPrint = known[Graph.place(known, pair.earlier) + 1];
          pair.write(out.to(0));
        });
  }

  /** Compares pairs by the sketches of their texts; those in doubt are open. */
  static JavaRDD<byte[]> compare(
      JavaRDD<byte[]> pairs, JavaRDD<TextPartition> texts, ClusterConfig settings) {
    return texts.zipPartitions(
        Attachments.send(pairs, texts, StarRounds::sketch),
        (partition, blocks) ->
            compare(partition.next(), new Attachments(blocks), new SketchComparison(settings)));
  }

  private static byte[] sketch(TextPartition texts, long print) {
    int at = texts.sketchAt(texts.text(print));
    return Arrays.copyOfRange(texts.sketches(), at, at + texts.sketchAt(1));
  }

  private static Iterator<byte[]> compare(
      TextPartition texts, Attachments pairs, SketchComparison comparison) {
    SlotPacking packing = comparison.packing();
    return Outbox.blocks(
        pairs.iterator(),
        (pair, out) -> {
          int later = texts.sketchAt(texts.text(pair.laterPrint));
          byte[] earlier = pairs.ofEarlier(pair);
          comparison.decide(pair, packing.agreeing(texts.sketches(), later, earlier, 0));
          pair.write(out.to(0));
        });
  }
}
