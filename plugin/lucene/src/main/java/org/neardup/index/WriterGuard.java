// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.lucene.util.IOSupplier;

/**
 * Which operations of a writer may run at once: changes of single documents do, but for those of
 * one id; any other operation runs alone, after those under way and before those that come later.
 * Counts the changes. Safe for threads.
 */
final class WriterGuard {
  private static final int STRIPES = 1024;

  private final Decisions decisions;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Object[] stripes = new Object[STRIPES]; // by id
  private final AtomicLong generation = new AtomicLong();

  WriterGuard(Decisions decisions) {
    this.decisions = decisions;
    Arrays.setAll(stripes, i -> new Object());
  }

  /** A number that grows with each change. */
  long generation() {
    return generation.get();
  }

  /** Runs what changes the document of an id. */
  <T> T amongOthers(String id, IOSupplier<T> change) throws IOException {
    lock.readLock().lock();
    try {
      decisions.ensureOpen();
      synchronized (stripe(id)) {
        return decisions.telling(change);
      }
    } finally {
      generation.incrementAndGet(); // a change that failed may have moved others
      lock.readLock().unlock();
    }
  }

  private Object stripe(String id) {
    return stripes[Math.floorMod(id.hashCode(), STRIPES)];
  }

  /** Runs what may change any documents. */
  <T> T changingAlone(IOSupplier<T> change) throws IOException {
    return alone(
        () -> {
          try {
            return change.get();
          } finally {
            generation.incrementAndGet();
          }
        });
  }

  /** Runs what changes no document. */
  <T> T alone(IOSupplier<T> operation) throws IOException {
    return closing(
        () -> {
          decisions.ensureOpen();
          return operation.get();
        });
  }

  /** Runs what closes the writer, even if it is closed. */
  <T> T closing(IOSupplier<T> operation) throws IOException {
    lock.writeLock().lock();
    try {
      return decisions.telling(operation);
    } finally {
      lock.writeLock().unlock();
    }
  }
}
