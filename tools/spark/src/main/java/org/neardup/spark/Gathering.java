// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** Brings the documents of each group together, in ranges of the representatives' numbers. */
final class Gathering {
  private Gathering() {}

  /**
   * Gathers groups.
   *
   * @param assigned each text that is not its own representative, with that as the earlier one
   * @param bounds where ranges begin, ascending, but for the first
   */
  static JavaRDD<GroupPartition> of(
      JavaRDD<byte[]> assigned, JavaRDD<TextPartition> texts, long[] bounds) {
    int homes = texts.getNumPartitions();
    JavaRDD<byte[]> both =
        Exchange.of(assigned.mapPartitions(blocks -> sendToBoth(blocks, homes)), homes);
    JavaRDD<Tuple2<Integer, byte[]>> sent =
        texts.zipPartitions(
            both,
            (partition, blocks) ->
                new Sender(partition.next(), new BlockReader(blocks), bounds).send());
    return Exchange.of(sent, bounds.length + 1)
        .mapPartitions(blocks -> Exchange.only(new GroupPartition(new BlockReader(blocks))));
  }

  private static Iterator<Tuple2<Integer, byte[]>> sendToBoth(Iterator<byte[]> pairs, int homes) {
    return PairBlocks.drain(
        pairs,
        homes,
        (pair, out) -> {
          pair.write(out.to(Exchange.home(pair.laterPrint, homes)));
          pair.write(out.to(Exchange.home(pair.earlierPrint, homes)));
        });
  }

  /** Sends the documents of texts that are in groups. */
  private static final class Sender {
    private final TextPartition texts;
    private final TextPartition.Documents documents;
    private final long[] bounds;

    /** Fingerprints of texts that others are in a group with. */
    private final LongHashSet representatives = new LongHashSet();

    /** By the fingerprint of a text that is not, with its representative. */
    private final LongObjectHashMap<TextPair> assigned = new LongObjectHashMap<>();

    private int text;

    Sender(TextPartition texts, BlockReader pairs, long[] bounds) {
      this.texts = texts;
      this.bounds = bounds;
      documents = texts.reader();
      while (pairs.hasNext()) {
        TextPair pair = new TextPair().read(pairs);
        assigned.put(pair.laterPrint, pair);
        representatives.add(pair.earlierPrint);
      }
    }

    Iterator<Tuple2<Integer, byte[]>> send() {
      return Outbox.drain(
          bounds.length + 1, IntStream.range(0, texts.documents()).iterator(), this::send);
    }

    /** Sends a document if its text is in a group. */
    private void send(int document, Outbox out) {
      text += document == texts.start(text + 1) ? 1 : 0;
      long print = texts.print(text);
      TextPair pair = assigned.get(print);
      if (pair != null) {
        send(document, pair.earlier, pair.resemblance, pair.basis, out);
      } else if (texts.copies(text) > 1 || representatives.contains(print)) {
        send(document, texts.number(text), 1, TextPair.SAME_TEXT, out);
      }
    }

    private void send(int document, long group, double resemblance, byte basis, Outbox out) {
      int found = Arrays.binarySearch(bounds, group);
      int range = found < 0 ? -found - 1 : found + 1;
      GroupPartition.write(
          group,
          new GroupPartition.Member(documents.get(document), resemblance, basis),
          out.to(range));
    }
  }
}
