// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** The fingerprints of texts by number, of all texts that are in some pairs. */
record Vertices(JavaRDD<long[]> prints, int partitions) {

  static Vertices of(JavaRDD<byte[]> near, int partitions) {
    return new Vertices(
        Graph.arrived(
            near.mapPartitions(blocks -> Graph.send(sink -> forEach(blocks, sink), partitions)),
            partitions),
        partitions);
  }

  private static void forEach(Iterator<byte[]> near, Graph.PairSink sink) {
    TextPair pair = new TextPair();
    for (BlockReader in = new BlockReader(near); in.hasNext(); ) {
      pair.read(in);
      sink.accept(pair.later, pair.laterPrint);
      sink.accept(pair.earlier, pair.earlierPrint);
    }
  }

  /** Pairs of which the numbers are known, each at the home of the later text; undecided. */
  JavaRDD<byte[]> pairs(JavaRDD<long[]> laterAndEarlier) {
    int homes = partitions;
    JavaRDD<Tuple2<Integer, byte[]>> withLater =
        prints.zipPartitions(
            laterAndEarlier, (known, pairs) -> withLater(known.next(), pairs.next(), homes));
    return prints.zipPartitions(
        Exchange.of(withLater, homes),
        (known, blocks) -> withEarlier(known.next(), new BlockReader(blocks)));
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
          at[0] = find(known, pair.later, at[0]);
          pair.laterPrint = known[at[0] + 1];
          pair.write(out.to(Exchange.home(pair.earlier, homes)));
          return true;
        });
  }

  private static Iterator<byte[]> withEarlier(long[] known, BlockReader pairs) {
    TextPair pair = new TextPair();
    return Outbox.blocks(
        out -> {
          if (!pairs.hasNext()) {
            return false;
          }
          pair.read(pairs);
          pair.earlierPrint = known[find(known, pair.earlier, 0) + 1];
          pair.write(out.to(0));
          return true;
        });
  }

  /** Where a number that is there stands, at a place or behind it. */
  private static int find(long[] known, long number, int from) {
    int low = from / 2;
    int high = known.length / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (known[2 * middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return 2 * low;
  }
}
