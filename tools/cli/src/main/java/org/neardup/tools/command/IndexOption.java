// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.util.function.Supplier;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.IndexFolder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command on an index. */
final class IndexOption {
  @Mixin private FolderOption index;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  IndexFolder folder() {
    return index.folder();
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
