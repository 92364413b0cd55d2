// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.LockObtainFailedException;
import org.neardup.index.IndexSettingsException;

/** Turns what ended a command into a message and an exit code. */
final class Failures {

  private Failures() {}

  static int report(Exception failure, Terminal terminal) {
    if (failure instanceof ToolException mistake) {
      terminal.message("neardup: " + mistake.getMessage());
      return mistake.exitCode().code();
    } else if (failure instanceof IOException io) {
      terminal.message("neardup: " + describe(io));
      return exitCode(io).code();
    }
    terminal.message("neardup: this is a bug, please report it:");
    failure.printStackTrace(terminal.err());
    return ExitCode.INPUT_FAILED.code();
  }

  private static String describe(IOException e) {
    return switch (e) {
      case LockObtainFailedException locked ->
          "another process is writing to the index: " + locked.getMessage();
      case CorruptIndexException damaged -> "the index is damaged: " + damaged.getMessage();
      case IndexSettingsException other -> other.getMessage() + "; --force begins it anew";
      case FileSystemException file -> file.getClass().getSimpleName() + ": " + file.getMessage();
      default -> String.valueOf(e.getMessage());
    };
  }

  private static ExitCode exitCode(IOException e) {
    return switch (e) {
      case LockObtainFailedException locked -> ExitCode.INDEX;
      case CorruptIndexException damaged -> ExitCode.INDEX;
      case IndexSettingsException other -> ExitCode.INDEX;
      case IndexFormatTooNewException tooNew -> ExitCode.INDEX;
      case IndexFormatTooOldException tooOld -> ExitCode.INDEX;
      default -> ExitCode.INPUT_FAILED;
    };
  }
}
