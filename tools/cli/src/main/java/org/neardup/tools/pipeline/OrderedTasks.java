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
  static final int WAITING_PER_THREAD = 4;

  private final int most;
  private final LastStep<R> last;
  private final ExecutorService executor;
  private final Queue<Future<R>> results = new ArrayDeque<>();

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

  /** Adds a task; waits for the first one if too many are under way. */
  public void add(Callable<R> task) throws IOException, InterruptedException {
    results.add(executor.submit(task));
    while (!results.isEmpty() && (results.size() > most || results.peek().isDone())) {
      handOver();
    }
  }

  /** Waits for all tasks. */
  public void finish() throws IOException, InterruptedException {
    while (!results.isEmpty()) {
      handOver();
    }
  }

  private void handOver() throws IOException, InterruptedException {
    last.accept(OrderedPipeline.get(results.remove()));
  }

  /** Cancels what has not begun, and waits for what has. */
  @Override
  public void close() {
    results.forEach(result -> result.cancel(false)); // an interrupt would close Lucene's files
    executor.close();
  }
}
