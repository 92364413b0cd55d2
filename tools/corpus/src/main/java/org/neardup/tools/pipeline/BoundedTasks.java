// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs tasks on several threads, so many at once that they take little memory. What a task throws,
 * a later call throws. For one caller.
 */
public final class BoundedTasks implements AutoCloseable {
  private static final int WAITING_PER_THREAD = 4;

  /** Of all tasks under way; a larger one is waited for, so it takes memory alone. */
  private static final long MAX_BYTES = 1 << 20;

  private record Task(Future<?> result, long bytes) {}

  private final int most;
  private final ExecutorService executor;
  private final Queue<Task> tasks = new ArrayDeque<>();
  private long bytes;

  /** Without tasks. */
  public BoundedTasks(int threads) {
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
  public void add(long ofTask, Callable<?> task) throws IOException, InterruptedException {
    tasks.add(new Task(executor.submit(task), ofTask));
    bytes += ofTask;
    while (tasks.size() > most
        || bytes > MAX_BYTES
        || (!tasks.isEmpty() && tasks.peek().result().isDone())) {
      endFirst();
    }
  }

  /** Waits for all tasks. */
  public void finish() throws IOException, InterruptedException {
    while (!tasks.isEmpty()) {
      endFirst();
    }
  }

  private void endFirst() throws IOException, InterruptedException {
    Task first = tasks.remove();
    bytes -= first.bytes();
    OrderedPipeline.get(first.result());
  }

  /** Cancels what has not begun, and waits for what has. */
  @Override
  public void close() {
    tasks.forEach(task -> task.result().cancel(false)); // an interrupt would close Lucene's files
    executor.close();
  }
}
