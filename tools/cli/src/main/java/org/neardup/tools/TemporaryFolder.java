// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.util.IOUtils;

/**
 * A directory in a new folder of the system's temporary one, which is deleted when it is closed.
 */
final class TemporaryFolder extends FilterDirectory {
  private final Path path;

  private TemporaryFolder(Path path, Directory in) {
    super(in);
    this.path = path;
  }

  static TemporaryFolder create() throws IOException {
    Path path = Files.createTempDirectory("neardup");
    return new TemporaryFolder(path, FSDirectory.open(path));
  }

  @Override
  public void close() throws IOException {
    in.close();
    IOUtils.rm(path);
  }
}
