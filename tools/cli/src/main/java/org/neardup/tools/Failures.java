// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.LockObtainFailedException;

/** Turns what ended a command into a message and an exit code. */
final class Failures {

  private Failures() {}

  static int report(Exception failure, Terminal terminal) {
    return switch (failure) {
      case ToolException mistake -> report(mistake.getMessage(), mistake.exitCode(), terminal);
      // Inputs deal with their own failures: this is the index.
      case IOException io -> report(describe(io), ExitCode.INDEX, terminal);
      default -> {
        int exitCode = report("this is a bug, please report it:", ExitCode.INPUT_FAILED, terminal);
        failure.printStackTrace(terminal.err());
        yield exitCode;
      }
    };
  }

  private static int report(String message, ExitCode exitCode, Terminal terminal) {
    terminal.message("neardup: " + message);
    return exitCode.code();
  }

  /** Says in words what went wrong. */
  static String describe(IOException e) {
    return switch (e) {
      case LockObtainFailedException locked ->
          "another process is writing to the index: " + locked.getMessage();
      case CorruptIndexException damaged -> "the index is damaged: " + damaged.getMessage();
      case FileSystemException file -> file.getClass().getSimpleName() + ": " + file.getMessage();
      default -> String.valueOf(e.getMessage());
    };
  }
}
