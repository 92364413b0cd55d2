// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * An index writer that closes when something fails halfway that may leave the groups inconsistent,
 * so that the last commit holds; and that knows what closed it. It survives interruptions of a
 * forced merge where nothing is lost.
 */
final class FailStopWriter extends IndexWriter {
  private volatile Throwable failure; // it closed the writer, unless a merge did
  private volatile boolean isReported; // the caller knows why the writer is closed

  /** Whether the merging thread has flushed; null for other threads. */
  private final ThreadLocal<Boolean> flushed = new ThreadLocal<>();

  FailStopWriter(Directory directory, IndexWriterConfig config) throws IOException {
    super(directory, config);
  }

  /**
   * Takes a decision, opens a reader, merges or commits. If that fails the writer closes: it may
   * have counted updates as written that its readers do not show.
   */
  <T> T orClose(IOSupplier<T> action) throws IOException {
    try {
      return DiskFailures.unwrapped(action);
    } catch (Throwable t) {
      if (failure == null) { // or it would be that the writer is closed
        failure = t;
      }
      isReported = true;
      try {
        rollback();
      } catch (Throwable second) {
        t.addSuppressed(second);
      }
      throw t;
    }
  }

  /** Throws if the writer is closed, and says what closed it. */
  void requireOpen() {
    if (!isOpen()) {
      Throwable cause = failure != null ? failure : getTragicException();
      isReported = true;
      throw new AlreadyClosedException("this writer is closed", cause);
    }
  }

  /** Throws if the index writer failed and closed, as in a merge, and no call has thrown that. */
  void requireReported() {
    if (!isReported && getTragicException() != null) {
      requireOpen();
    }
  }

  /** Notes that the caller rolls back, so that no failure before is to be reported any more. */
  void noteRollback() {
    isReported = true;
  }

  /** Runs a call, and notes whether it throws what closed the index writer. */
  <T> T reporting(IOSupplier<T> call) throws IOException {
    try {
      return DiskFailures.unwrapped(call);
    } catch (Throwable t) {
      Set<Throwable> thrown = Collections.newSetFromMap(new IdentityHashMap<>());
      addWithCauses(t, thrown);
      if (thrown.contains(getTragicException())) {
        isReported = true;
      }
      throw t;
    }
  }

  /** Adds an exception, its causes, and those that it suppressed. */
  private static void addWithCauses(Throwable t, Set<Throwable> all) {
    if (t != null && all.add(t)) { // some are each other's cause
      addWithCauses(t.getCause(), all);
      for (Throwable each : t.getSuppressed()) {
        addWithCauses(each, all);
      }
    }
  }

  /**
   * As {@link #forceMerge(int)}, but returns an interruption that comes after the flush, while this
   * thread only waits; the merges continue. An earlier one, or one in a merge on this thread, is
   * thrown, because documents may be lost.
   */
  Optional<ThreadInterruptedException> mergeDown(int maxSegments) throws IOException {
    flushed.set(false);
    try {
      forceMerge(maxSegments);
      return Optional.empty();
    } catch (ThreadInterruptedException e) {
      if (!flushed.get() || getTragicException() != null) {
        throw e;
      }
      return Optional.of(e);
    } finally {
      flushed.remove();
    }
  }

  @Override
  protected void doAfterFlush() {
    if (flushed.get() != null) {
      flushed.set(true);
    }
  }
}
