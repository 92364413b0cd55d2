// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What a path leads to, told without opening it: opening a FIFO waits, and a device never ends. */
enum FileKind {
  REGULAR("a regular file"),
  FOLDER("a folder"),
  FIFO("a FIFO"),
  SOCKET("a socket"),
  DEVICE("a device"),
  /** Something that the system has no name for. */
  OTHER("something else");

  private static final int TYPE_MASK = 0xF000;
  private static final int FIFO_TYPE = 0x1000;
  private static final int CHARACTER_TYPE = 0x2000;
  private static final int BLOCK_TYPE = 0x6000;
  private static final int SOCKET_TYPE = 0xC000;

  private final String name;

  FileKind(String name) {
    this.name = name;
  }

  /** What is there, links followed. */
  static FileKind of(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isRegularFile()) {
      return REGULAR;
    }
    return attributes.isDirectory() ? FOLDER : special(path);
  }

  private static FileKind special(Path path) throws IOException {
    try {
      int mode = (int) Files.getAttribute(path, "unix:mode");
      return switch (mode & TYPE_MASK) {
        case FIFO_TYPE -> FIFO;
        case SOCKET_TYPE -> SOCKET;
        case CHARACTER_TYPE, BLOCK_TYPE -> DEVICE;
        default -> OTHER;
      };
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      return OTHER; // a system without modes
    }
  }

  /** In words. */
  @Override
  public String toString() {
    return name;
  }
}
