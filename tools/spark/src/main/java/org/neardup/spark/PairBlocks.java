// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** Sends and chooses {@link TextPair}s. */
final class PairBlocks {
  private PairBlocks() {}

  /** Something to do with a pair, which is the same object for all of them. */
  @FunctionalInterface
  interface Each {
    void accept(TextPair pair, Outbox out);
  }

  /** Says something of a pair. */
  @FunctionalInterface
  interface Test {
    boolean holds(TextPair pair);
  }

  /** A number of a pair. */
  @FunctionalInterface
  interface Key extends Serializable {
    long of(TextPair pair);
  }

  /** Does something with each pair, and gives what it sends to partitions. */
  static Iterator<Tuple2<Integer, byte[]>> drain(Iterator<byte[]> blocks, int homes, Each each) {
    return Outbox.drain(homes, step(blocks, each));
  }

  /** Does something with each pair, and gives what it writes to partition 0, which stays here. */
  static Iterator<byte[]> blocks(Iterator<byte[]> blocks, Each each) {
    return Outbox.blocks(step(blocks, each));
  }

  private static Outbox.Step step(Iterator<byte[]> blocks, Each each) {
    BlockReader in = new BlockReader(blocks);
    TextPair pair = new TextPair();
    return out -> {
      if (!in.hasNext()) {
        return false;
      }
      each.accept(pair.read(in), out);
      return true;
    };
  }

  /** The pairs that pass a test. */
  static Iterator<byte[]> filter(Iterator<byte[]> blocks, Test test) {
    return blocks(
        blocks,
        (pair, out) -> {
          if (test.holds(pair)) {
            pair.write(out.to(0));
          }
        });
  }

  /** Sends the pairs that pass a test to where a number of theirs is at home. */
  static Iterator<Tuple2<Integer, byte[]>> send(
      Iterator<byte[]> blocks, Test test, Key key, int homes) {
    return drain(
        blocks,
        homes,
        (pair, out) -> {
          if (test.holds(pair)) {
            pair.write(out.to(Exchange.home(key.of(pair), homes)));
          }
        });
  }

  /** Brings pairs to where a number of theirs is at home. */
  static JavaRDD<byte[]> bring(JavaRDD<byte[]> pairs, Key key, int homes) {
    return Exchange.of(
        pairs.mapPartitions(blocks -> send(blocks, pair -> true, key, homes)), homes);
  }
}
