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
 * Refreshes a {@link CollapsingSearcherManager} on a thread of its own: at an interval, and sooner
 * if somebody waits for a generation, as Lucene's {@code ControlledRealTimeReopenThread} does.
 *
 * <p>Ends by itself when the manager or the writer is closed. A refresh that fails ends it, too,
 * with an {@link UncheckedIOException} for the default handler of uncaught exceptions; whoever
 * waits without a time limit then waits until the manager is closed.
 */
public final class CollapsingRefreshThread implements Closeable {
  private final CollapsingSearcherManager manager;
  private final long maxStaleNanos;
  private final long minStaleNanos;
  private final Semaphore wakeUp = new Semaphore(0);
  private final Thread thread = new Thread(this::refreshAll, "neardup-refresh");
  private volatile boolean closed;

  /**
   * Starts the thread, a daemon.
   *
   * @param maxStale how long after a refresh began the next one does, if nobody waits
   * @param minStale how long after a refresh began the next one does if somebody waits; not more
   *     than {@code maxStale}
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

  /** Ends the thread, and waits until it has ended. */
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
