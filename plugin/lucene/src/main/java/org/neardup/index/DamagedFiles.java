// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.IOSupplier;
import org.neardup.internal.record.LastCommit;

/**
 * Names the damaged file that an index does not open for. Lucene takes most files for sound when it
 * opens them, and may throw anything where they are not.
 */
final class DamagedFiles {
  private DamagedFiles() {}

  /**
   * Opens an index; if that throws what no caller should see, compares the checksums of all files.
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
