// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.IOSupplier;
import org.neardup.internal.record.LastCommit;

/**
 * Rethrows I/O failures as callers expect them: as IOExceptions that name the damaged file. Lucene
 * wraps them in other exceptions where a method declares none, and where a call finds the writer
 * closed by an earlier failure.
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

  /**
   * Opens an index; if that throws what no caller should see, compares the checksums of all files.
   * Lucene takes most files for sound when it opens them, and may throw anything where they are
   * not.
   *
   * @throws CorruptIndexException naming the first file that is damaged
   */
  static <T> T named(Directory directory, IOSupplier<T> opening) throws IOException {
    try {
      return opening.get();
    } catch (CorruptIndexException | IndexSettingsException | LockObtainFailedException e) {
      throw e;
    } catch (IOException | RuntimeException | AssertionError e) {
      try {
        LastCommit.compareChecksums(directory);
      } catch (CorruptIndexException damage) {
        damage.addSuppressed(e);
        throw damage;
      } catch (IOException other) {
        e.addSuppressed(other);
      }
      throw e;
    }
  }
}
