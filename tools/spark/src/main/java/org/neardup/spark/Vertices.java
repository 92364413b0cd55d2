// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** The fingerprints of texts by number, of all texts that are in some pairs. */
record Vertices(JavaRDD<long[]> prints, int partitions) {

  static Vertices of(JavaRDD<byte[]> near, int partitions) {
    return new Vertices(Graph.of(near, Vertices::prints, partitions), partitions);
  }

  private static void prints(TextPair pair, Graph.PairSink sink) {
    sink.accept(pair.later, pair.laterPrint);
    sink.accept(pair.earlier, pair.earlierPrint);
  }

  /** Pairs of which the numbers are known, each at the home of the later text; undecided. */
  JavaRDD<byte[]> pairs(JavaRDD<long[]> laterAndEarlier) {
    int homes = partitions;
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
    int[] next = {0};
    int[] at = {0};
    return Outbox.drain(
        homes,
        out -> {
          if (next[0] == pairs.length) {
            return false;
          }
          pair.later = pairs[next[0]];
          pair.earlier = pairs[next[0] + 1];
          next[0] += 2;
          at[0] = Graph.place(known, pair.later, at[0]);
          pair.laterPrint = known[at[0] + 1];
          pair.write(out.to(Exchange.home(pair.earlier, homes)));
          return true;
        });
  }

  private static Iterator<byte[]> withEarlier(long[] known, Iterator<byte[]> pairs) {
    return PairBlocks.blocks(
        pairs,
        (pair, out) -> {
          pair.earlierPrint = known[Graph.place(known, pair.earlier, 0) + 1];
          pair.write(out.to(0));
        });
  }
}
