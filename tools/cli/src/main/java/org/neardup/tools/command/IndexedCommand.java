// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.nio.file.Path;
import org.neardup.tools.index.IndexFolder;
import picocli.CommandLine.Option;

/** A command on an index. */
abstract class IndexedCommand extends ResultCommand {
  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  final IndexFolder folder() {
    return new IndexFolder(index);
  }
}
