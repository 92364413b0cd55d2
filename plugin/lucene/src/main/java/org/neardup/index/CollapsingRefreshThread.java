// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.ControlledRealTimeReopenThread;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Refreshes a {@link CollapsingSearcherManager} periodically, and sooner if a thread waits for a
 * generation: Lucene's {@link ControlledRealTimeReopenThread}, whose generations are those of
 * {@link CollapsingIndexWriter#generation}. To see its own changes, a thread asks for that after
 * writing, and calls {@link #waitForGeneration(long)}.
 *
 * <p>The thread ends when the manager or the writer is closed, or with an exception if a refresh
 * fails. Threads that wait without a timeout then wait until this is closed.
 */
public final class CollapsingRefreshThread extends ControlledRealTimeReopenThread<IndexSearcher> {
  /**
   * Starts a daemon thread.
   *
   * @param maxStale time from the start of one refresh to the next if no thread waits
   * @param minStale the same if a thread waits; between 0 and {@code maxStale}
   */
  public CollapsingRefreshThread(
      CollapsingSearcherManager manager, Duration maxStale, Duration minStale) {
    super(manager.writer().index().writer(), manager, seconds(maxStale), seconds(minStale));
    setName("neardup-refresh");
    setDaemon(true);
    start();
  }

  private static double seconds(Duration duration) {
    return (double) duration.toNanos() / TimeUnit.SECONDS.toNanos(1);
  }

  @Override
  public void run() {
    try {
      super.run();
    } catch (AlreadyClosedException e) {
      // There is nothing to refresh any more.
    }
  }
}
