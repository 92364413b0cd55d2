// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOSupplier;

/**
 * Takes decisions under the lock of the table of groups. One that fails halfway, as the index
 * cannot be read or written, leaves groups that nobody can vouch for. So the writer closes then,
 * and the last commit holds. Safe for threads.
 */
final class Decisions {
  private final IndexWriter writer;
  private final GroupTable groups;
  private volatile Throwable failure; // it closed the writer
  private volatile boolean told; // the caller knows why the writer is closed

  Decisions(IndexWriter writer, GroupTable groups) {
    this.writer = writer;
    this.groups = groups;
  }

  /** Decides, and returns what came of it. */
  <T> T take(IOSupplier<T> decision) throws IOException {
    synchronized (groups) {
      T taken = orClose(decision);
      groups.noteWhetherFull();
      return taken;
    }
  }

  /**
   * Has the index writer open a reader, merge or commit. If that fails the writer closes: it may
   * have counted updates as written that its readers do not show.
   */
  <T> T orClose(IOSupplier<T> action) throws IOException {
    try {
      return DiskFailures.unwrapped(action);
    } catch (Throwable t) {
      if (failure == null) { // or it would be that the writer is closed
        failure = t;
      }
      told = true;
      try {
        writer.rollback();
      } catch (Throwable second) {
        t.addSuppressed(second);
      }
      throw t;
    }
  }

  /** Throws if the writer is closed, and says what closed it. */
  void ensureOpen() {
    if (!writer.isOpen()) {
      Throwable cause = failure != null ? failure : writer.getTragicException();
      told = true;
      throw new AlreadyClosedException("this writer is closed", cause);
    }
  }

  /** Runs a call, and notes whether it throws what closed the index writer. */
  <T> T telling(IOSupplier<T> call) throws IOException {
    try {
      return DiskFailures.unwrapped(call);
    } catch (Throwable t) {
      Set<Throwable> thrown = Collections.newSetFromMap(new IdentityHashMap<>());
      addWithCauses(t, thrown);
      if (thrown.contains(writer.getTragicException())) {
        told = true;
      }
      throw t;
    }
  }

  /** Adds an exception, and those that it tells of. */
  private static void addWithCauses(Throwable t, Set<Throwable> all) {
    if (t != null && all.add(t)) { // some are each other's cause
      addWithCauses(t.getCause(), all);
      for (Throwable each : t.getSuppressed()) {
        addWithCauses(each, all);
      }
    }
  }

  /** Throws if the index writer failed and closed, as in a merge, and no call has thrown that. */
  void ensureTold() {
    if (!told && writer.getTragicException() != null) {
      ensureOpen();
    }
  }

  /** Notes that the caller gives up what was not committed, whatever became of it. */
  void giveUp() {
    told = true;
  }
}
