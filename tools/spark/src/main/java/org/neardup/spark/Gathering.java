// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Outbox;
import org.neardup.tools.cluster.sort.LongInterner;
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
          pair.write(out.to(Exchange.home(pair.laterPrint, homes)).putByte(1));
          pair.write(out.to(Exchange.home(pair.earlierPrint, homes)).putByte(0));
        });
  }

  /** Sends the documents of texts that are in groups. */
  private static final class Sender {
    private final TextPartition texts;
    private final TextPartition.Documents documents;
    private final long[] bounds;

    /** Fingerprints of texts that others are in a group with. */
    private final LongInterner representatives = new LongInterner();

    /** Fingerprints of the others, and of each the representative and how it resembles that. */
    private final LongInterner assigned = new LongInterner();

    private final LongArrayList groups = new LongArrayList();
    private final LongArrayList resemblances = new LongArrayList();
    private final LongArrayList bases = new LongArrayList();
    private int text;

    Sender(TextPartition texts, BlockReader pairs, long[] bounds) {
      this.texts = texts;
      this.bounds = bounds;
      documents = texts.reader();
      TextPair pair = new TextPair();
      while (pairs.hasNext()) {
        boolean isLater = pairs.getByte() == 1;
        pair.read(pairs);
        note(pair, isLater);
      }
    }

    private void note(TextPair pair, boolean isLater) {
      if (isLater) {
        assigned.number(pair.laterPrint);
        groups.add(pair.earlier);
        resemblances.add(Double.doubleToRawLongBits(pair.resemblance));
        bases.add(pair.basis);
      } else {
        representatives.number(pair.earlierPrint);
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
      int index = assigned.existing(print);
      if (index >= 0) {
        double resemblance = Double.longBitsToDouble(resemblances.get(index));
        send(document, groups.get(index), resemblance, bases.get(index), out);
      } else if (texts.copies(text) > 1 || representatives.existing(print) >= 0) {
        send(document, texts.number(text), 1, TextPair.SAME_TEXT, out);
      }
    }

    private void send(int document, long group, double resemblance, long basis, Outbox out) {
      int found = Arrays.binarySearch(bounds, group);
      int range = found < 0 ? -found - 1 : found + 1;
      GroupPartition.Member member =
          new GroupPartition.Member(documents.get(document), resemblance, (byte) basis);
      GroupPartition.write(group, member, out.to(range));
    }
  }
}
