// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Longs;
import org.neardup.spark.blocks.Order;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** Pairs of numbers, one array a partition: two numbers a pair, the one that is at home first. */
final class Graph {
  private Graph() {}

  /** Takes pairs. */
  @FunctionalInterface
  interface PairSink {
    void accept(long a, long b);
  }

  /** Makes pairs of those of a partition. */
  @FunctionalInterface
  interface Making {
    void make(PairSink sink);
  }

  /** Sends the pairs that are made to the homes of their first numbers. */
  static Iterator<Tuple2<Integer, byte[]>> send(Making making, int partitions) {
    boolean[] done = {false};
    return Outbox.drain(
        partitions,
        out -> {
          if (!done[0]) {
            making.make((a, b) -> out.to(Exchange.home(a, partitions)).putLong(a).putLong(b));
            done[0] = true;
          }
          return false;
        });
  }

  /** The pairs that arrive in each partition, in order, each once. */
  static JavaRDD<long[]> arrived(JavaRDD<Tuple2<Integer, byte[]>> sent, int partitions) {
    return Exchange.of(sent, partitions)
        .mapPartitions(blocks -> Exchange.only(distinct(new BlockReader(blocks))));
  }

  private static long[] distinct(BlockReader in) {
    Longs first = new Longs();
    Longs second = new Longs();
    while (in.hasNext()) {
      first.add(in.getLong());
      second.add(in.getLong());
    }
    long[] a = first.toArray();
    long[] b = second.toArray();
    int count = Order.of(a, b, a.length).length;
    long[] pairs = new long[2 * count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || a[i] != a[i - 1] || b[i] != b[i - 1]) {
        pairs[size++] = a[i];
        pairs[size++] = b[i];
      }
    }
    return Arrays.copyOf(pairs, size);
  }

  /** Whether a number is the first of a pair, of an array in order. */
  static boolean hasFirst(long[] pairs, long number) {
    int from = 0;
    int to = pairs.length / 2;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (pairs[2 * middle] < number) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return 2 * from < pairs.length && pairs[2 * from] == number;
  }

  static long count(JavaRDD<long[]> pairs) {
    return pairs.map(each -> each.length / 2L).reduce(Long::sum);
  }
}
