// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.output;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.neardup.tools.console.Terminal;

/** Prints a result once it is complete, so that a failed run prints nothing. */
public record StandardOutput(Terminal terminal) implements Output {

  @Override
  public TemporaryFolder temporary() throws IOException {
    return TemporaryFolder.create();
  }

  @Override
  public void take(Path finished) throws IOException {
    try (Reader reader = Files.newBufferedReader(finished)) {
      reader.transferTo(terminal.out());
    }
  }

  @Override
  public String name() {
    return "the result";
  }
}
