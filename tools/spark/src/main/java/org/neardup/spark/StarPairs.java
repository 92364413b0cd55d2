// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.sketch.SlotPacking;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.config.ClusterConfig;
import scala.Tuple2;

/**
 * Pairs of which only the numbers of the texts are known.
 *
 * @param prints the fingerprints of texts by number, of all texts that are in some pairs
 */
record StarPairs(JavaRDD<long[]> prints, int partitions) {

  static StarPairs of(JavaRDD<byte[]> near, int partitions) {
    return new StarPairs(Graph.ofTexts(near, StarPairs::prints, partitions), partitions);
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
    return PairBlocks.blocks(
        pairs,
        (pair, out) -> {
          pair.earlierPrint = known[Graph.place(known, pair.earlier) + 1];
          pair.write(out.to(0));
        });
  }

  /** Compares pairs by the sketches of their texts; those in doubt are open. */
  static JavaRDD<byte[]> compare(
      JavaRDD<byte[]> pairs, JavaRDD<TextPartition> texts, ClusterConfig settings) {
    return texts.zipPartitions(
        Attachments.send(pairs, texts, StarPairs::sketch),
        (partition, blocks) ->
            compare(partition.next(), Attachments.of(blocks), new SketchComparison(settings)));
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
