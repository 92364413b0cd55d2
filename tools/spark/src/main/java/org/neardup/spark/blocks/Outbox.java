// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.blocks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
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

  /** Writes some records of a task. */
  @FunctionalInterface
  public interface Step {
    /** Writes the next records, if there are any; false if there is nothing more to do. */
    boolean advance(Outbox out);
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

  /** Takes steps to the end, and gives the blocks that they write. */
  public static Iterator<Tuple2<Integer, byte[]>> drain(int partitions, Step step) {
    return new Draining(new Outbox(partitions), step);
  }

  /** As {@link #drain}, with one partition, of which the blocks stay where they are. */
  public static Iterator<byte[]> blocks(Step step) {
    return Exchange.each(drain(1, step), Tuple2::_2);
  }

  private static final class Draining implements Iterator<Tuple2<Integer, byte[]>> {
    private final Outbox out;
    private final Step step;
    private final Deque<Tuple2<Integer, byte[]>> blocks = new ArrayDeque<>();
    private boolean done;

    Draining(Outbox out, Step step) {
      this.out = out;
      this.step = step;
    }

    @Override
    public boolean hasNext() {
      while (blocks.isEmpty() && !done) {
        while (!done && !out.isFull()) {
          done = !step.advance(out);
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
