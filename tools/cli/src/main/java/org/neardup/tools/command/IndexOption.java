// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.IndexFolder;
import picocli.CommandLine.Option;

/** Options of every command on an index. */
final class IndexOption {
  @Option(
      names = "--index",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the index.")
  private Path index;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  IndexFolder folder() {
    return new IndexFolder(index);
  }

  /**
   * Prints a result.
   *
   * @param text of it, for people
   */
  void print(Terminal terminal, Record result, Supplier<String> text) {
    terminal.print(json ? Json.of(result) : text.get());
  }
}
