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

  /** Says something of a pair. */
  @FunctionalInterface
  interface Test extends Serializable {
    boolean holds(TextPair pair);
  }

  /** A number of a pair. */
  @FunctionalInterface
  interface Key extends Serializable {
    long of(TextPair pair);
  }

  /** The pairs of some blocks, all as the same object. */
  static Iterator<TextPair> read(Iterator<byte[]> blocks) {
    return Exchange.each(new BlockReader(blocks), new TextPair()::read);
  }

  /** How many pairs pass a test. */
  static long count(JavaRDD<byte[]> pairs, Test test) {
    return pairs
        .mapPartitions(
            blocks -> {
              long count = 0;
              for (Iterator<TextPair> each = read(blocks); each.hasNext(); ) {
                count += test.holds(each.next()) ? 1 : 0;
              }
              return Exchange.only(count);
            })
        .fold(0L, Long::sum);
  }

  /** The pairs that pass a test. */
  static Iterator<byte[]> filter(Iterator<byte[]> blocks, Test test) {
    return Outbox.blocks(
        read(blocks),
        (pair, out) -> {
          if (test.holds(pair)) {
            pair.write(out.to(0));
          }
        });
  }

  /** Sends the pairs that pass a test to where a number of theirs is at home. */
  static Iterator<Tuple2<Integer, byte[]>> send(
      Iterator<byte[]> blocks, Test test, Key key, int homes) {
    return Outbox.drain(
        homes,
        read(blocks),
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
