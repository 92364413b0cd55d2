// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
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

  /** Makes pairs of a value: of a pair of texts, or of all pairs of a partition. */
  @FunctionalInterface
  interface Step<T> extends Serializable {
    void make(T value, PairSink sink);
  }

  /** Makes pairs of those of a partition, and of others at the same home. */
  @FunctionalInterface
  interface JointStep extends Serializable {
    void make(long[] pairs, long[] others, PairSink sink);
  }

  /** Pairs made of pairs of texts. */
  static JavaRDD<long[]> ofTexts(JavaRDD<byte[]> near, Step<TextPair> step, int homes) {
    return arrived(near.mapPartitions(blocks -> send(PairBlocks.read(blocks), step, homes)), homes);
  }

  /** Pairs made of others. */
  static JavaRDD<long[]> of(JavaRDD<long[]> pairs, Step<long[]> step, int homes) {
    return arrived(pairs.mapPartitions(each -> send(each, step, homes)), homes);
  }

  /** Pairs made of two kinds. */
  static JavaRDD<long[]> of(
      JavaRDD<long[]> pairs, JavaRDD<long[]> others, JointStep step, int homes) {
    return arrived(
        pairs.zipPartitions(
            others,
            (each, beside) -> {
              long[] with = beside.next();
              return send(each, (of, sink) -> step.make(of, with, sink), homes);
            }),
        homes);
  }

  /** Pairs that one task makes of all. */
  static JavaRDD<long[]> together(JavaRDD<long[]> pairs, Step<long[]> step, int homes) {
    return of(of(pairs, Graph::forEach, 1), step, homes);
  }

  static void forEach(long[] pairs, PairSink sink) {
    for (int i = 0; i < pairs.length; i += 2) {
      sink.accept(pairs[i], pairs[i + 1]);
    }
  }

  private static <T> Iterator<Tuple2<Integer, byte[]>> send(
      Iterator<T> values, Step<T> step, int homes) {
    return Outbox.drain(
        homes,
        values,
        (value, out) ->
            step.make(value, (a, b) -> out.to(Exchange.home(a, homes)).putLong(a).putLong(b)));
  }

  /** The pairs that arrive in each partition, in order, each once. */
  private static JavaRDD<long[]> arrived(JavaRDD<Tuple2<Integer, byte[]>> sent, int homes) {
    return Exchange.of(sent, homes)
        .mapPartitions(blocks -> Exchange.only(distinct(new BlockReader(blocks))));
  }

  private static long[] distinct(BlockReader in) {
    LongArrayList first = new LongArrayList();
    LongArrayList second = new LongArrayList();
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
    int place = place(pairs, number);
    return place < pairs.length && pairs[place] == number;
  }

  /** Where in an array in order the pairs begin whose first is a number or more. */
  static int place(long[] pairs, long number) {
    int low = 0;
    int high = pairs.length / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pairs[2 * middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return 2 * low;
  }

  /** The first number of each pair. */
  static LongStream firsts(long[] pairs) {
    return IntStream.range(0, pairs.length / 2).mapToLong(i -> pairs[2 * i]);
  }

  static long count(JavaRDD<long[]> pairs) {
    return pairs.map(each -> each.length / 2L).reduce(Long::sum);
  }
}
