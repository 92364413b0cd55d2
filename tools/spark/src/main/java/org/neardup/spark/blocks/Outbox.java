// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;
import scala.Tuple2;

/** What a task sends to others, by the number of a partition. For one thread. */
public final class Outbox {
  /**
   * Sent when there is about as much for each partition, so that memory does not depend on the size
   * of a task, within limits: little stays near the processor, and many small pieces are a burden.
   */
  private static final int PARTITION_BYTES = 64 << 10;

  private static final int LEAST_BYTES = 1 << 20;
  private static final int MOST_BYTES = 16 << 20;

  private final BlockWriter[] writers;
  private BlockWriter last = new BlockWriter();
  private int lastSize;
  private final long fullBytes;
  private long bytes;

  private Outbox(int partitions) {
    writers = new BlockWriter[partitions];
    fullBytes = Math.clamp((long) partitions * PARTITION_BYTES, LEAST_BYTES, MOST_BYTES);
  }

  /** What receives a record for a partition; the whole record is to be written at once. */
  public BlockWriter to(int partition) {
    bytes += last.size() - lastSize;
    if (writers[partition] == null) {
      writers[partition] = new BlockWriter();
    }
    last = writers[partition];
    lastSize = last.size();
    return last;
  }

  private boolean isFull() {
    return bytes >= fullBytes;
  }

  private void drainTo(Deque<Tuple2<Integer, byte[]>> blocks) {
    for (int partition = 0; partition < writers.length; partition++) {
      if (writers[partition] != null && writers[partition].size() > 0) {
        blocks.add(new Tuple2<>(partition, writers[partition].take()));
      }
    }
    lastSize = 0;
    bytes = 0;
  }

  /** Gives the blocks that are written of some values, each of which is taken in its turn. */
  public static <T> Iterator<Tuple2<Integer, byte[]>> drain(
      int partitions, Iterator<T> values, BiConsumer<T, Outbox> writing) {
    return new Draining<>(new Outbox(partitions), values, writing);
  }

  /** As {@link #drain}, with one partition, of which the blocks stay where they are. */
  public static <T> Iterator<byte[]> blocks(Iterator<T> values, BiConsumer<T, Outbox> writing) {
    return Exchange.each(drain(1, values, writing), Tuple2::_2);
  }

  private static final class Draining<T> implements Iterator<Tuple2<Integer, byte[]>> {
    private final Outbox out;
    private final Iterator<T> values;
    private final BiConsumer<T, Outbox> writing;
    private final Deque<Tuple2<Integer, byte[]>> blocks = new ArrayDeque<>();

    Draining(Outbox out, Iterator<T> values, BiConsumer<T, Outbox> writing) {
      this.out = out;
      this.values = values;
      this.writing = writing;
    }

    @Override
    public boolean hasNext() {
      while (blocks.isEmpty() && values.hasNext()) {
        while (!out.isFull() && values.hasNext()) {
          writing.accept(values.next(), out);
        }
        out.drainTo(blocks);
      }
      return !blocks.isEmpty();
    }

    @Override
    public Tuple2<Integer, byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return blocks.poll();
    }
  }
}
