// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.sort;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.IORunnable;
import org.apache.commons.io.function.Uncheck;

/** Work in pieces, by all threads of the pool that {@link #run} makes. */
public final class Parallel {

  private Parallel() {}

  /** Runs a task whose calls of {@link #map} share so many threads. */
  public static void run(int threads, IORunnable task) throws IOException, InterruptedException {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      pool.submit(
              () -> {
                task.run();
                return null;
              })
          .get();
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** The innermost one: a pool wraps failures of other threads in copies of them. */
  private static IOException unwrapped(Throwable failure) {
    IOException innermost = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        innermost = io;
      } else if (cause instanceof Error error) {
        throw error;
      }
    }
    if (innermost == null) {
      throw new IllegalStateException(failure);
    }
    return innermost;
  }

  /** The results of pieces 0 to count - 1, in their order; on any threads, in any order. */
  public static <R> List<R> map(int count, IOFunction<Integer, R> work) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(number -> Uncheck.get(() -> work.apply(number)))
        .toList();
  }
}
