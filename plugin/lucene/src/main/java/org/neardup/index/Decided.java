// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOSupplier;

/**
 * A document that {@link CollapsingIndexWriter#decide} decided on: it has its place among all
 * others, and is still to be written.
 *
 * <p>{@link #write} may be called on any thread, and in any order. What needs the document before
 * that writes it: a refresh, a commit, a reader that is opened, closing, and the next change of the
 * same id. So nothing waits for a call of {@code write}, and nothing is lost without one; but only
 * {@code write} tells the outcome, or that Lucene refused the document. Safe for threads.
 */
public final class Decided {
  private final WriterGuard guard;
  private final String id;
  private final long order;
  private IOSupplier<Outcome> writing; // null once that is done; guarded by this, as the rest is
  private Outcome outcome;
  private Throwable failure;

  /**
   * Not yet written.
   *
   * @param order place in the order of arrival
   * @param writing called once
   */
  Decided(WriterGuard guard, String id, long order, IOSupplier<Outcome> writing) {
    this.guard = guard;
    this.id = id;
    this.order = order;
    this.writing = writing;
  }

  public String id() {
    return id;
  }

  long order() {
    return order;
  }

  /**
   * Writes the document unless that is done, and tells what became of it; each call tells the same.
   *
   * @throws IllegalArgumentException as {@link CollapsingIndexWriter#updateDocument(Prepared)}
   *     does; the document is withdrawn then, and one with its id is there again. After any other
   *     exception it may have been added
   * @throws AlreadyClosedException if the writer was closed without writing the document
   */
  public Outcome write() throws IOException {
    return guard.write(this);
  }

  synchronized boolean isDone() {
    return writing == null;
  }

  /** As {@link #write}, under the guard. */
  synchronized Outcome perform() throws IOException {
    if (writing != null) {
      try {
        outcome = writing.get();
      } catch (Throwable t) {
        failure = t;
      }
      writing = null;
    }
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    }
    return outcome;
  }
}
