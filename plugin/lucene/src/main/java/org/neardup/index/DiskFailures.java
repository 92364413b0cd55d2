// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOSupplier;

/**
 * Rethrows I/O failures as IOExceptions. Lucene wraps them in other exceptions where a method
 * declares none, and where a call finds the writer closed by an earlier failure.
 */
final class DiskFailures {
  private DiskFailures() {}

  /** Runs a call of a writer that may be closed. */
  static <T> T unwrapped(IOSupplier<T> call) throws IOException {
    try {
      return call.get();
    } catch (AlreadyClosedException | IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      throw cause(e);
    }
  }

  /** Runs a call with a writer of its own, which only a failure can close early. */
  static <T> T unwrappedOfWriter(IOSupplier<T> call) throws IOException {
    try {
      return unwrapped(call);
    } catch (AlreadyClosedException e) {
      throw cause(e);
    }
  }

  /** The I/O failure behind an exception; throws the exception if there is none. */
  private static IOException cause(RuntimeException caught) {
    for (Throwable cause = caught.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof CorruptIndexException damage) {
        return new CorruptIndexException(
            damage.getOriginalMessage(), damage.getResourceDescription(), caught);
      } else if (cause instanceof IOException) {
        return new IOException(cause.getMessage(), caught);
      }
    }
    throw caught;
  }
}
