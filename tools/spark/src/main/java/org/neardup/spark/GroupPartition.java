// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Order;

/** Groups of at least two documents, in the order of their representatives. Immutable. */
final class GroupPartition implements Serializable, Iterable<List<GroupMember>> {
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
      GroupMember member = GroupMember.read(in);
      numbers.add(member.document().number);
      member.write(records);
    }
    representatives = groups.toArray();
    offsets =
        Order.intsAt(starts, Order.of(representatives, numbers.toArray(), representatives.length));
    data = records.take();
  }

  static void write(long representative, GroupMember member, BlockWriter out) {
    member.write(out.putLong(representative));
  }

  /** The documents of each group in their order, the representative first. */
  @Override
  public Iterator<List<GroupMember>> iterator() {
    BlockReader in = new BlockReader(data);
    return new Iterator<>() {
      private int start;

      @Override
      public boolean hasNext() {
        return start < representatives.length;
      }

      @Override
      public List<GroupMember> next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        List<GroupMember> group = new ArrayList<>();
        long representative = representatives[start];
        while (start < representatives.length && representatives[start] == representative) {
          group.add(GroupMember.read(in.seek(offsets[start++])));
        }
        return group;
      }
    };
  }
}
