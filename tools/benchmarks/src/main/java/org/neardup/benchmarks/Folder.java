// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.util.IOUtils;

/** A folder; unless it is kept, it is deleted with all that is in it when it is closed. */
record Folder(Path path, boolean isKept) implements AutoCloseable {
  /** The one of that name, which is kept, or a temporary one if the name is empty. */
  static Folder of(String name) throws IOException {
    return name.isEmpty() ? temporary() : new Folder(Path.of(name), true);
  }

  static Folder temporary() throws IOException {
    return new Folder(Files.createTempDirectory("neardup-benchmark"), false);
  }

  @Override
  public void close() throws IOException {
    if (!isKept) {
      IOUtils.rm(path);
    }
  }
}
