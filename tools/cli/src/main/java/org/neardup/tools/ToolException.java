// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

/** Ends a command with one line on standard error and an exit code: for mistakes, not for bugs. */
final class ToolException extends RuntimeException {
  private final transient ExitCode exitCode;

  ToolException(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  ExitCode exitCode() {
    return exitCode;
  }
}
