// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The user that servers run as: the current one, or nobody if that is root, as whom they refuse.
 */
final class ServerUser {
  private static final int NOBODY = 65534;

  private final boolean isRoot;

  private ServerUser(boolean isRoot) {
    this.isRoot = isRoot;
  }

  /**
   * Finds out who the current user is.
   *
   * @throws IllegalStateException saying what is missing, if servers can't be run here
   */
  static ServerUser current() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of("/bin/bash"))) {
      throw new IllegalStateException("OpenSearch needs /bin/bash, and there is none here");
    }
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    if (isRoot && new ProcessBuilder("setpriv", "--version").start().waitFor() != 0) {
      throw new IllegalStateException(
          "OpenSearch refuses to run as root, and setpriv (of util-linux), which would run it as"
              + " another user, does not run here: build as another user");
    }
    return new ServerUser(isRoot);
  }

  /** The command that runs a command as this user. */
  List<String> command(List<String> command) {
    List<String> prefixed = new ArrayList<>();
    if (isRoot) {
      prefixed.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    prefixed.addAll(command);
    return prefixed;
  }

  /** Gives a folder and all that is in it to this user. */
  void own(Path folder) throws IOException {
    if (!isRoot) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return give(path);
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            return give(path);
          }
        });
  }

  private static FileVisitResult give(Path path) {
    try {
      Files.setAttribute(path, "unix:uid", NOBODY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return FileVisitResult.CONTINUE;
  }

  /**
   * Checks that this user can read a file or enter a folder.
   *
   * @throws IllegalStateException naming it, if not
   */
  void requireReadable(Path path) throws IOException, InterruptedException {
    if (new ProcessBuilder(command(List.of("test", "-r", path.toString()))).start().waitFor()
        != 0) {
      throw new IllegalStateException(
          "The user that OpenSearch runs as, which must not be root, can't read "
              + path
              + ": build in a folder that all users may enter, with a JDK that all may read");
    }
  }
}
