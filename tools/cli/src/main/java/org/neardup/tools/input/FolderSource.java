// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of text and HTML files, with the folders in it but not those behind symbolic links. A
 * document's id is its path below the folder, with {@code /} between names. One without such files
 * is a failure.
 */
final class FolderSource implements Source {
  private final Path root;
  private final int maxFileBytes;

  FolderSource(Path root, int maxFileBytes) {
    this.root = root;
    this.maxFileBytes = maxFileBytes;
  }

  @Override
  public void read(Sink sink) throws IOException, InterruptedException {
    boolean[] isEmpty = {true};
    read(
        root,
        document -> {
          isEmpty[0] = false;
          sink.accept(document);
        });
    if (isEmpty[0]) {
      sink.accept(RawDocument.unreadable(root.toString(), "no .txt, .html or .htm file in it"));
    }
  }

  private void read(Path folder, Sink sink) throws IOException, InterruptedException {
    for (Path path : sorted(folder)) {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        readBelow(path, sink);
      } else if (PageFile.accepts(path.toString()) && !Files.isDirectory(path)) {
        String id = root.relativize(path).toString().replace(File.separatorChar, '/');
        sink.accept(PageFile.read(path, id, maxFileBytes));
      }
    }
  }

  /** A folder that cannot be listed does not end its siblings. */
  private void readBelow(Path folder, Sink sink) throws InterruptedException {
    try {
      read(folder, sink);
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(folder.toString(), "cannot be read: " + Inputs.reason(e)));
    }
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted().toList();
    }
  }
}
