// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import org.neardup.spark.blocks.Order;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/** Groups of at least two documents, in the order of their representatives. Immutable. */
final class GroupPartition implements Serializable, Iterable<List<GroupPartition.Member>> {
  /** Which text of a pair is at home where it is sent. */
  private static final byte LATER = 0;

  private static final byte EARLIER = 1;

  /** The representative of each document's group, ascending. */
  private final long[] representatives;

  private final int[] offsets;
  private final byte[] data;

  /** Reads what {@link #write} wrote. */
  GroupPartition(BlockReader in) {
    LongArrayList groups = new LongArrayList();
    LongArrayList numbers = new LongArrayList();
    LongArrayList starts = new LongArrayList();
    BlockWriter records = new BlockWriter();
    while (in.hasNext()) {
      groups.add(in.getLong());
      starts.add(records.size());
      Member member = Member.read(in);
      numbers.add(member.document().number);
      member.write(records);
    }
    representatives = groups.toArray();
    offsets =
        Order.intsAt(starts, Order.of(representatives, numbers.toArray(), representatives.length));
    data = records.take();
  }

  /**
   * Brings the documents of each group together, in ranges of the representatives' numbers.
   *
   * @param assigned each text that is not its own representative, with that as the earlier one
   * @param bounds where ranges begin, ascending, but for the first
   */
  static JavaRDD<GroupPartition> gather(
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
    return Outbox.drain(
        homes,
        PairBlocks.read(pairs),
        (pair, out) -> {
          pair.write(out.to(Exchange.home(pair.laterPrint, homes)).putByte(LATER));
          pair.write(out.to(Exchange.home(pair.earlierPrint, homes)).putByte(EARLIER));
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
        byte end = pairs.getByte();
        TextPair pair = new TextPair().read(pairs);
        if (end == LATER) {
          assigned.put(pair.laterPrint, pair);
        } else {
          representatives.add(pair.earlierPrint);
        }
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
      write(group, new Member(documents.get(document), resemblance, basis), out.to(range));
    }
  }

  static void write(long representative, Member member, BlockWriter out) {
    member.write(out.putLong(representative));
  }

  /** The documents of each group in their order, the representative first. */
  @Override
  public Iterator<List<Member>> iterator() {
    BlockReader in = new BlockReader(data);
    return IntStream.iterate(0, start -> start < offsets.length, this::end)
        .mapToObj(
            start ->
                Arrays.stream(offsets, start, end(start))
                    .mapToObj(offset -> Member.read(in.seek(offset)))
                    .toList())
        .iterator();
  }

  /** Behind the last document of the group that begins with one. */
  private int end(int start) {
    int end = start + 1;
    while (end < offsets.length && representatives[end] == representatives[start]) {
      end++;
    }
    return end;
  }

  /**
   * A document of a group.
   *
   * @param resemblance of its text to that of the representative, and {@code basis} how that is
   *     known
   */
  record Member(DocumentEntry document, double resemblance, byte basis) {
    RowKey key() {
      return new RowKey(document.rowHash, document.textHash);
    }

    void write(BlockWriter out) {
      document.write(out);
      out.putDouble(resemblance).putByte(basis);
    }

    static Member read(BlockReader in) {
      return new Member(new DocumentEntry().read(in), in.getDouble(), in.getByte());
    }
  }
}
