// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * Pairs at the home of their later text, with something of each earlier one that travels there once
 * a partition. For one thread.
 */
final class Attachments implements Iterable<TextPair> {
  private final byte[] pairs;
  private final LongObjectHashMap<byte[]> attached = new LongObjectHashMap<>();

  /** What {@link #send} brought to a partition. */
  Attachments(Iterator<byte[]> blocks) {
    BlockReader in = new BlockReader(blocks);
    BlockWriter read = new BlockWriter();
    TextPair pair = new TextPair();
    while (in.hasNext()) {
      pair.read(in).write(read);
      byte[] of = in.getCounted();
      if (of.length > 0) {
        attached.put(pair.earlierPrint, of);
      }
    }
    pairs = read.take();
  }

  /** Makes what is attached of a text, at least one byte, of what a partition has. */
  @FunctionalInterface
  interface Maker<T> extends Serializable {
    byte[] of(T partition, long print);
  }

  /**
   * Brings pairs, by way of the homes of their earlier texts, to those of the later ones.
   *
   * @param texts one object a partition, with what is known of the texts that are at home there
   */
  static <T> JavaRDD<byte[]> send(JavaRDD<byte[]> pairs, JavaRDD<T> texts, Maker<T> maker) {
    int homes = texts.getNumPartitions();
    JavaRDD<byte[]> byEarlier = PairBlocks.bring(pairs, pair -> pair.earlierPrint, homes);
    return Exchange.of(
        texts.zipPartitions(
            byEarlier, (partition, blocks) -> attach(partition.next(), blocks, maker, homes)),
        homes);
  }

  private static <T> Iterator<Tuple2<Integer, byte[]>> attach(
      T texts, Iterator<byte[]> pairs, Maker<T> maker, int homes) {
    LongHashSet[] sent = new LongHashSet[homes];
    return Outbox.drain(
        homes,
        PairBlocks.read(pairs),
        (pair, out) -> {
          int home = Exchange.home(pair.laterPrint, homes);
          sent[home] = sent[home] == null ? new LongHashSet() : sent[home];
          BlockWriter to = out.to(home);
          pair.write(to);
          boolean isNew = sent[home].add(pair.earlierPrint);
          to.putCounted(isNew ? maker.of(texts, pair.earlierPrint) : DocumentEntry.NONE);
        });
  }

  /** The pairs, once, all as the same object. */
  @Override
  public Iterator<TextPair> iterator() {
    return PairBlocks.read(Exchange.only(pairs));
  }

  /** What is attached of the earlier text of a pair. */
  byte[] ofEarlier(TextPair pair) {
    return attached.get(pair.earlierPrint);
  }
}
