// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
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

  Decisions(IndexWriter writer, GroupTable groups) {
    this.writer = writer;
    this.groups = groups;
  }

  /** Decides, and returns what came of it. */
  <T> T take(IOSupplier<T> decision) throws IOException {
    synchronized (groups) {
      return orClose(decision);
    }
  }

  /**
   * Has the index writer open a reader, merge or commit. If that fails the writer closes: it may
   * have counted updates as written that its readers do not show.
   */
  <T> T orClose(IOSupplier<T> action) throws IOException {
    try {
      return action.get();
    } catch (Throwable t) {
      if (failure == null) { // or it would be that the writer is closed
        failure = t;
      }
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
      throw new AlreadyClosedException("this writer is closed", cause);
    }
  }
}
