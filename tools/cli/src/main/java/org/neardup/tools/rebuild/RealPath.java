// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a path leads, through links and {@code ..}, even if nothing is there yet. */
final class RealPath {
  private RealPath() {}

  /** The real path of what is there, and below it the names of what is not. */
  static Path of(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (Files.exists(absolute) || absolute.getParent() == null) {
      return absolute.toRealPath();
    }
    return of(absolute.getParent()).resolve(absolute.getFileName()).normalize();
  }
}
