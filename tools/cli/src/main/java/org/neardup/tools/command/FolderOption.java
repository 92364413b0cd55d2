// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.nio.file.Path;
import org.neardup.tools.index.IndexFolder;
import picocli.CommandLine.Option;

/** The option that names an index. */
final class FolderOption {
  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  IndexFolder folder() {
    return new IndexFolder(index);
  }
}
