// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.output;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.neardup.tools.console.Terminal;

/** The destination of a result, which is first written to a temporary file. */
public interface Output {
  /** Prints a result once it is complete, so that a failed run prints nothing. */
  static Output printed(Terminal terminal) {
    return new Output() {
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
    };
  }

  /** Makes the folder that the file is to be written to. */
  TemporaryFolder temporary() throws IOException;

  /** Delivers the finished file. */
  void take(Path finished) throws IOException;

  /** What it is, for messages. */
  String name();
}
