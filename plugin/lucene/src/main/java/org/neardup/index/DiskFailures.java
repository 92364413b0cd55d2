// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOSupplier;

/**
 * Tells of disks that failed as what they are: Lucene wraps that in other exceptions at places
 * whose methods declare none, and when a call notices that an earlier failure closed the index
 * writer.
 */
final class DiskFailures {
  private DiskFailures() {}

  /** Runs a call of a writer, which may find it closed. */
  static <T> T unwrapped(IOSupplier<T> call) throws IOException {
    try {
      return call.get();
    } catch (AlreadyClosedException | IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      throw cause(e);
    }
  }

  /** Runs what opens a writer, uses it and closes it, so that nobody else can have closed it. */
  static <T> T unwrappedOfWriter(IOSupplier<T> call) throws IOException {
    try {
      return unwrapped(call);
    } catch (AlreadyClosedException e) {
      throw cause(e);
    }
  }

  /** The failure as an exception of its own; throws what was caught if no disk failed. */
  private static IOException cause(RuntimeException caught) {
    for (Throwable cause = caught.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return new IOException(cause.getMessage(), caught);
      }
    }
    throw caught;
  }
}
