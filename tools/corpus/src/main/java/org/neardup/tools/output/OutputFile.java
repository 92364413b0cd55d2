// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.lucene.util.IOUtils;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.input.Inputs;

/**
 * A file that is written to a temporary folder and moved into place, so that it is complete or
 * absent.
 */
public final class OutputFile implements Output {
  private final Path path;
  private final boolean force;

  private OutputFile(Path path, boolean force) {
    this.path = path;
    this.force = force;
  }

  /**
   * Checks the place before any work.
   *
   * @param force whether a file that is there may be replaced
   */
  public static OutputFile at(Path path, boolean force) {
    Path absolute = path.toAbsolutePath();
    if (Files.isDirectory(absolute)) {
      throw refused(path, "is a folder");
    } else if (Files.exists(absolute) && !Files.isRegularFile(absolute)) {
      throw refused(path, "is a device or a pipe, and would be replaced by a file");
    } else if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS) && !force) {
      throw refused(path, "exists already; --force replaces it");
    } else if (!Files.isDirectory(absolute.getParent())) {
      throw refused(path, "would be in a folder that does not exist");
    }
    return new OutputFile(absolute, force);
  }

  /**
   * Refuses to overwrite an input.
   *
   * @param written may be there or not
   */
  public static void requireOther(Path written, Inputs inputs, Path... inputFiles)
      throws IOException {
    boolean isRead = inputs.include(written);
    for (Path file : inputFiles) {
      isRead |= Files.exists(file) && Files.exists(written) && Files.isSameFile(file, written);
    }
    if (isRead) {
      throw refused(written, "is an input, and would be overwritten");
    }
  }

  /** Refuses to write into the folder of an index. */
  public static void requireOutside(Path written, Path index) throws IOException {
    if (Files.exists(index) && Files.isSameFile(written.toAbsolutePath().getParent(), index)) {
      throw refused(written, "would be in the folder of the index");
    }
  }

  private static ToolException refused(Path path, String why) {
    return new ToolException(ExitCode.USAGE, path + " " + why);
  }

  /** Makes a folder beside it: a file of the same file system can be moved into place. */
  @Override
  public TemporaryFolder temporary() throws IOException {
    return TemporaryFolder.createIn(path.getParent());
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public void take(Path finished) throws IOException {
    IOUtils.fsync(finished, false);
    if (force) {
      Files.move(finished, path, StandardCopyOption.ATOMIC_MOVE);
    } else {
      Files.move(finished, path); // throws if one was created meanwhile
    }
  }
}
