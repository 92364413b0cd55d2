// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Refreshes a {@link CollapsingSearcherManager} periodically, and sooner if a thread waits for a
 * generation, as Lucene's {@code ControlledRealTimeReopenThread} does.
 *
 * <p>The thread ends when the manager or the writer is closed. A failed refresh also ends it, with
 * an {@link UncheckedIOException} passed to the uncaught exception handler; threads that wait
 * without a timeout then wait until the manager is closed.
 */
public final class CollapsingRefreshThread implements Closeable {
  private final CollapsingSearcherManager manager;
  private final long maxStaleNanos;
  private final long minStaleNanos;
  private final Semaphore wakeUp = new Semaphore(0);
  private final Thread thread = new Thread(this::refreshAll, "neardup-refresh");
  private volatile boolean closed;

  /**
   * Starts a daemon thread.
   *
   * @param maxStale time from the start of one refresh to the next if no thread waits
   * @param minStale the same if a thread waits; between 0 and {@code maxStale}
   */
  public CollapsingRefreshThread(
      CollapsingSearcherManager manager, Duration maxStale, Duration minStale) {
    if (minStale.isNegative() || minStale.compareTo(maxStale) > 0) {
      throw new IllegalArgumentException(
          "minStale must be between 0 and maxStale, " + maxStale + ", got " + minStale);
    }
    this.manager = manager;
    maxStaleNanos = maxStale.toNanos();
    minStaleNanos = minStale.toNanos();
    manager.onWait(wakeUp::release);
    thread.setDaemon(true);
    thread.start();
  }

  private void refreshAll() {
    try {
      while (!closed) {
        long begun = System.nanoTime();
        manager.maybeRefreshBlocking();
        pause(begun);
      }
    } catch (AlreadyClosedException | InterruptedException e) {
      closed = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pause(long begun) throws InterruptedException {
    boolean woken = true;
    while (woken && !closed) {
      long staleNanos = manager.isAwaited() ? minStaleNanos : maxStaleNanos;
      woken = wakeUp.tryAcquire(begun + staleNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  /** Stops the thread and waits for its end. */
  @Override
  public void close() {
    closed = true;
    wakeUp.release();
    awaitEnd();
  }

  void awaitEnd() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
