// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.util.IOUtils;

/** A directory in a new folder, which is deleted when it is closed, or when the JVM is ended. */
public final class TemporaryFolder extends FilterDirectory {
  private static final int ATTEMPTS = 10;

  private final Path path;
  private final Thread deletion = new Thread(this::delete);

  private TemporaryFolder(Path path, Directory in) {
    super(in);
    this.path = path;
    Runtime.getRuntime().addShutdownHook(deletion);
  }

  /** Makes the folder in the system's temporary one. */
  public static TemporaryFolder create() throws IOException {
    return of(Files.createTempDirectory("neardup"));
  }

  /** Makes the folder in another one; its name begins with a dot. */
  static TemporaryFolder createIn(Path parent) throws IOException {
    return of(Files.createTempDirectory(parent, ".neardup"));
  }

  private static TemporaryFolder of(Path path) throws IOException {
    return new TemporaryFolder(path, FSDirectory.open(path));
  }

  /** The path of a file in it. */
  public Path path(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() throws IOException {
    in.close();
    IOUtils.rm(path);
    try {
      Runtime.getRuntime().removeShutdownHook(deletion);
    } catch (IllegalStateException e) {
      assert e != null; // it is running: nothing is left for it to do
    }
  }

  /** Again if it failed, as threads of this process may still write there. */
  private void delete() {
    for (int attempt = 0; attempt < ATTEMPTS && Files.exists(path); attempt++) {
      try {
        IOUtils.rm(path);
      } catch (IOException e) {
        assert e != null; // there is nowhere to report it
      }
    }
  }
}
