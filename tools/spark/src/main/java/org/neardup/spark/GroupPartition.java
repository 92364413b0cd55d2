// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Order;

/** Groups of at least two documents, in the order of their representatives. Immutable. */
final class GroupPartition implements Serializable, Iterable<List<GroupPartition.Member>> {
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
