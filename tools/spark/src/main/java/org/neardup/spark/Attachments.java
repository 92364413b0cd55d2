// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongHashSet;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.tools.cluster.sort.LongInterner;
import scala.Tuple2;

/**
 * Pairs at the home of their later text, with something of each earlier one that travels there once
 * a partition. For one thread.
 */
final class Attachments implements Iterable<TextPair> {
  private final byte[] pairs;
  private final LongInterner prints = new LongInterner();
  private final List<byte[]> attached = new ArrayList<>();

  private Attachments(BlockReader in) {
    BlockWriter read = new BlockWriter();
    TextPair pair = new TextPair();
    while (in.hasNext()) {
      pair.read(in).write(read);
      byte[] of = in.getCounted();
      if (of.length > 0) {
        prints.number(pair.earlierPrint);
        attached.add(of);
      }
    }
    pairs = read.take();
  }

  /** Makes what is attached of a text, at least one byte; for one partition. */
  @FunctionalInterface
  interface Maker extends Serializable {
    byte[] of(TextPartition texts, int text);
  }

  /** Brings pairs, by way of the homes of their earlier texts, to those of the later ones. */
  static JavaRDD<byte[]> send(JavaRDD<byte[]> pairs, JavaRDD<TextPartition> texts, Maker maker) {
    int homes = texts.getNumPartitions();
    JavaRDD<byte[]> byEarlier = PairBlocks.bring(pairs, pair -> pair.earlierPrint, homes);
    return Exchange.of(
        texts.zipPartitions(
            byEarlier, (partition, blocks) -> attach(partition.next(), blocks, maker, homes)),
        homes);
  }

  private static Iterator<Tuple2<Integer, byte[]>> attach(
      TextPartition texts, Iterator<byte[]> pairs, Maker maker, int homes) {
    LongHashSet[] sent = new LongHashSet[homes];
    return PairBlocks.drain(
        pairs,
        homes,
        (pair, out) -> {
          int home = Exchange.home(pair.laterPrint, homes);
          sent[home] = sent[home] == null ? new LongHashSet() : sent[home];
          BlockWriter to = out.to(home);
          pair.write(to);
          boolean isNew = sent[home].add(pair.earlierPrint);
          to.putCounted(
              isNew ? maker.of(texts, texts.text(pair.earlierPrint)) : DocumentEntry.NONE);
        });
  }

  /** What {@link #send} brought to a partition. */
  static Attachments of(Iterator<byte[]> blocks) {
    return new Attachments(new BlockReader(blocks));
  }

  /** The pairs, once, all as the same object. */
  @Override
  public Iterator<TextPair> iterator() {
    return PairBlocks.read(Exchange.only(pairs));
  }

  /** What is attached of the earlier text of a pair. */
  byte[] ofEarlier(TextPair pair) {
    return attached.get(prints.existing(pair.earlierPrint));
  }
}
