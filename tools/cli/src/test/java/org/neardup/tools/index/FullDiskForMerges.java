// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.mockfile.FilterOutputStream2;

/** A disk that has room for whatever is written, but for what merges in the background write. */
public final class FullDiskForMerges extends FilterFileSystemProvider {
  private FullDiskForMerges(FileSystem disk) {
    super("fulldisk://", disk);
  }

  /** The same folder on such a disk. */
  public static Path of(Path folder) {
    return new FullDiskForMerges(folder.getFileSystem()).wrapPath(folder);
  }

  @Override
  public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
    return new FilterOutputStream2(super.newOutputStream(path, options)) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (Thread.currentThread().getName().startsWith("Lucene Merge Thread")) {
          throw new IOException("No space left on device");
        }
        super.write(bytes, offset, length);
      }
    };
  }
}
