// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;

/**
 * Says which operations of a writer run at once; it knows nothing of what they do. Changes of
 * single documents run at once, but for decisions on one id. Any other operation runs alone, after
 * those under way and before those that come later. Safe for threads.
 */
final class WriterGuard {
  private static final int STRIPES = 1024;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Object[] stripes = new Object[STRIPES]; // by id
  private final AtomicLong generation = new AtomicLong();

  WriterGuard() {
    Arrays.setAll(stripes, i -> new Object());
  }

  /** A number that grows with each change. */
  long generation() {
    return generation.get();
  }

  /**
   * Changes the document of an id.
   *
   * @param decision what no other change of the id may overlap
   * @param rest what is left to do then, beside any other change
   */
  <D, T> T change(String id, IOSupplier<D> decision, IOFunction<D, T> rest) throws IOException {
    return change(
        () -> {
          D decided;
          synchronized (stripes[Math.floorMod(id.hashCode(), STRIPES)]) {
            decided = decision.get();
          }
          return rest.apply(decided);
        });
  }

  /** Runs a change beside others. */
  <T> T change(IOSupplier<T> change) throws IOException {
    return changing(lock.readLock(), change);
  }

  /** Runs what may change any documents, alone. */
  <T> T changeAll(IOSupplier<T> change) throws IOException {
    return changing(lock.writeLock(), change);
  }

  private <T> T changing(Lock taken, IOSupplier<T> change) throws IOException {
    return under(
        taken,
        () -> {
          try {
            return change.get();
          } finally {
            generation.incrementAndGet(); // one that failed may have moved others
          }
        });
  }

  /** Runs what changes no document, alone. */
  <T> T alone(IOSupplier<T> operation) throws IOException {
    return under(lock.writeLock(), operation);
  }

  private static <T> T under(Lock taken, IOSupplier<T> operation) throws IOException {
    taken.lock();
    try {
      return operation.get();
    } finally {
      taken.unlock();
    }
  }
}
