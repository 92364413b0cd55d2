// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.neardup.tools.pipeline.OrderedPipeline.LastStep;

/**
 * Runs tasks on several threads, and hands their results over in the order of the tasks: on the
 * caller's thread, and as far as they are there whenever a task comes. For one caller.
 */
public final class OrderedTasks<R> implements AutoCloseable {
  private static final int WAITING_PER_THREAD = 4;

  /** Of all tasks under way; a larger one is waited for, so it takes memory alone. */
  private static final long MAX_BYTES = 1 << 20;

  /** A result to come. */
  private record Task<R>(Future<R> result, long bytes) {}

  private final int most;
  private final LastStep<R> last;
  private final ExecutorService executor;
  private final Queue<Task<R>> tasks = new ArrayDeque<>();
  private long bytes;

  /**
   * Without tasks.
   *
   * @param last called in order
   */
  public OrderedTasks(int threads, LastStep<R> last) {
    this.last = last;
    most = threads * WAITING_PER_THREAD;
    executor =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("neardup-write-", 1).factory());
  }

  /**
   * Adds a task; waits for earlier ones, or for itself, if too much is under way.
   *
   * @param ofTask bytes that it works on
   */
  public void add(long ofTask, Callable<R> task) throws IOException, InterruptedException {
    tasks.add(new Task<>(executor.submit(task), ofTask));
    bytes += ofTask;
    while (tasks.size() > most
        || bytes > MAX_BYTES
        || (!tasks.isEmpty() && tasks.peek().result().isDone())) {
      handOver();
    }
  }

  /** Waits for all tasks. */
  public void finish() throws IOException, InterruptedException {
    while (!tasks.isEmpty()) {
      handOver();
    }
  }

  private void handOver() throws IOException, InterruptedException {
    Task<R> first = tasks.remove();
    bytes -= first.bytes();
    last.accept(OrderedPipeline.get(first.result()));
  }

  /** Cancels what has not begun, and waits for what has. */
  @Override
  public void close() {
    tasks.forEach(task -> task.result().cancel(false)); // an interrupt would close Lucene's files
    executor.close();
  }
}
