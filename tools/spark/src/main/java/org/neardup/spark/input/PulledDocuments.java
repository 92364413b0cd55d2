// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.pipeline.Batches;
import org.neardup.tools.pipeline.OrderedPipeline.Reader;

/**
 * The documents of a piece, one after the other: a thread of its own reads them, a few batches
 * ahead of whoever takes them. For one thread.
 */
final class PulledDocuments implements Iterator<RawDocument>, AutoCloseable {
  private static final int BATCHES_AHEAD = 2;

  /** The end, as no batch that was read is empty. */
  private static final List<RawDocument> END = List.of();

  private final BlockingQueue<List<RawDocument>> batches = new ArrayBlockingQueue<>(BATCHES_AHEAD);
  private final Thread reader;
  private Iterator<RawDocument> batch = END.iterator();
  private volatile Throwable failure;
  private boolean ended;

  PulledDocuments(Reader<RawDocument> piece) {
    reader = Thread.ofPlatform().daemon().name("neardup-read").start(() -> readAll(piece));
  }

  private void readAll(Reader<RawDocument> piece) {
    try {
      read(piece);
      batches.put(END);
    } catch (InterruptedException e) { // nothing is taken any more
      Thread.currentThread().interrupt();
    }
  }

  private void read(Reader<RawDocument> piece) throws InterruptedException {
    try {
      Batches.of(piece, RawDocument::bytes).readAll(batches::put);
    } catch (IOException | RuntimeException | Error e) {
      failure = e; // seen by whoever takes the end
    }
  }

  @Override
  public boolean hasNext() {
    while (!batch.hasNext() && !ended) {
      List<RawDocument> next = take();
      ended = next.isEmpty();
      batch = next.iterator();
    }
    if (ended && failure != null) {
      throw new IllegalStateException("reading failed", failure);
    }
    return batch.hasNext();
  }

  private List<RawDocument> take() {
    try {
      return batches.take();
    } catch (InterruptedException e) { // Spark ends the task
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public RawDocument next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return batch.next();
  }

  /** Ends the reading. */
  @Override
  public void close() {
    reader.interrupt();
  }
}
