// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.apache.commons.io.function.IOFunction;
import org.apache.lucene.util.IOUtils;

/**
 * Reads on one thread, works on several, and hands the results over on the caller's thread in the
 * order of reading: so the outcome of a run does not depend on the timing of its threads.
 *
 * @param <T> what is read
 * @param <R> what the workers make of it
 */
public final class OrderedPipeline<T, R> {
  static final int QUEUED_PER_THREAD = 16;

  /**
   * A document takes up to about 20 times its bytes until it is indexed: pieces of this size in
   * total take part of the heap; a larger one is worked on alone.
   */
  private static final int BYTES_IN_FLIGHT =
      (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 32);

  /** Reads everything. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Passes on all pieces, one after the other. */
    void readAll(Intake<T> intake) throws IOException, InterruptedException;
  }

  /** Takes each piece that was read, once there is room for it. */
  @FunctionalInterface
  public interface Intake<T> {
    /** Takes the next piece. */
    void accept(T piece) throws InterruptedException;
  }

  /** Takes each result. */
  @FunctionalInterface
  public interface LastStep<R> {
    /** Takes the next result. */
    void accept(R result) throws IOException, InterruptedException;
  }

  /** One result to come, in its place; no result marks the end. */
  private record Slot<R>(Future<R> result, int bytes) {}

  private static final int POLL_MILLIS = 50;

  private final int threads;
  private final ToIntFunction<T> size;
  private final BooleanSupplier ending;
  private final Semaphore budget = new Semaphore(BYTES_IN_FLIGHT);
  private final BlockingQueue<Slot<R>> slots;

  /**
   * For one run.
   *
   * @param threads number of workers
   * @param size bytes of a piece; what lies between reader and last step is bounded by their sum
   * @param ending whether to end; asked before each result and while none is there
   */
  public OrderedPipeline(int threads, ToIntFunction<T> size, BooleanSupplier ending) {
    this.threads = threads;
    this.size = size;
    this.ending = ending;
    this.slots = new ArrayBlockingQueue<>(threads * QUEUED_PER_THREAD);
  }

  /**
   * Runs until everything is read and passed on, or is to end, or any part fails. To be called
   * once.
   *
   * @param work called on the workers' threads
   * @param last called on the caller's thread, in order
   */
  public void run(Reader<T> reader, IOFunction<T, R> work, LastStep<R> last)
      throws IOException, InterruptedException {
    ExecutorService executor =
        Executors.newFixedThreadPool(
            threads + 1, Thread.ofPlatform().daemon().name("neardup-", 1).factory());
    try {
      executor.execute(() -> read(reader, piece -> submit(executor, work, piece)));
      for (Slot<R> slot = next(); slot.result() != null; slot = next()) {
        last.accept(get(slot.result()));
        budget.release(slot.bytes());
      }
    } finally {
      executor.shutdownNow();
      executor.awaitTermination(1, TimeUnit.SECONDS);
    }
  }

  /** Does not wait for a reader that waits for its input. */
  private Slot<R> next() throws InterruptedException {
    Slot<R> slot = null;
    while (slot == null && !ending.getAsBoolean()) {
      slot = slots.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    return ending.getAsBoolean() ? new Slot<>(null, 0) : slot;
  }

  private void read(Reader<T> reader, Intake<T> intake) {
    try {
      slots.put(end(reader, intake));
    } catch (InterruptedException e) { // nothing is taken any more
      Thread.currentThread().interrupt();
    }
  }

  /** Reads everything; what comes last is the end, or the failure. */
  private Slot<R> end(Reader<T> reader, Intake<T> intake) throws InterruptedException {
    try {
      reader.readAll(intake);
      return new Slot<>(null, 0);
    } catch (IOException | RuntimeException | Error e) {
      return new Slot<>(CompletableFuture.failedFuture(e), 0);
    }
  }

  private void submit(ExecutorService executor, IOFunction<T, R> work, T piece)
      throws InterruptedException {
    int bytes = Math.min(size.applyAsInt(piece), BYTES_IN_FLIGHT);
    budget.acquire(bytes);
    slots.put(new Slot<>(executor.submit(() -> work.apply(piece)), bytes));
  }

  /** The result of some work, or its failure. */
  static <R> R get(Future<R> result) throws IOException, InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw IOUtils.rethrowAlways(e.getCause());
    }
  }
}
