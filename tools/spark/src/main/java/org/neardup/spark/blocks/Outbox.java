// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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

  private List<Tuple2<Integer, byte[]>> take() {
    List<Tuple2<Integer, byte[]>> blocks = new ArrayList<>();
    for (int partition = 0; partition < writers.length; partition++) {
      if (writers[partition] != null && writers[partition].size() > 0) {
        blocks.add(new Tuple2<>(partition, writers[partition].take()));
      }
    }
    lastSize = 0;
    bytes = 0;
    return blocks;
  }

  /** Gives the blocks that are written of some values, each of which is taken in its turn. */
  public static <T> Iterator<Tuple2<Integer, byte[]>> drain(
      int partitions, Iterator<T> values, BiConsumer<T, Outbox> writing) {
    Outbox out = new Outbox(partitions);
    return Exchange.flat(
        values,
        value -> {
          writing.accept(value, out);
          while (out.bytes < out.fullBytes && values.hasNext()) {
            writing.accept(values.next(), out);
          }
          return out.take().iterator();
        });
  }

  /** As {@link #drain}, with one partition, of which the blocks stay where they are. */
  public static <T> Iterator<byte[]> blocks(Iterator<T> values, BiConsumer<T, Outbox> writing) {
    return Exchange.each(drain(1, values, writing), Tuple2::_2);
  }
}
