// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Iterator;
import java.util.function.ToIntFunction;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** Sends and chooses {@link TextPair}s. */
final class PairBlocks {
  private PairBlocks() {}

  /** Says something of a pair. */
  @FunctionalInterface
  interface Test {
    boolean holds(TextPair pair);
  }

  /** The pairs that pass a test. */
  static Iterator<byte[]> filter(Iterator<byte[]> blocks, Test test) {
    BlockReader in = new BlockReader(blocks);
    TextPair pair = new TextPair();
    return Outbox.blocks(
        out -> {
          if (!in.hasNext()) {
            return false;
          }
          if (test.holds(pair.read(in))) {
            pair.write(out.to(0));
          }
          return true;
        });
  }

  /** Sends each pair that passes a test to one partition. */
  static Iterator<Tuple2<Integer, byte[]>> send(
      Iterator<byte[]> blocks, Test test, ToIntFunction<TextPair> home, int partitions) {
    BlockReader in = new BlockReader(blocks);
    TextPair pair = new TextPair();
    return Outbox.drain(
        partitions,
        out -> {
          if (!in.hasNext()) {
            return false;
          }
          if (test.holds(pair.read(in))) {
            pair.write(out.to(home.applyAsInt(pair)));
          }
          return true;
        });
  }

  /** Brings pairs to where the fingerprint of their later text is at home. */
  static JavaRDD<byte[]> toLaterPrint(JavaRDD<byte[]> pairs, int partitions) {
    return Exchange.of(
        pairs.mapPartitions(
            blocks ->
                send(
                    blocks,
                    pair -> true,
                    pair -> Exchange.home(pair.laterPrint, partitions),
                    partitions)),
        partitions);
  }
}
