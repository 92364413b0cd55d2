// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

/** Ends a command with one line on standard error and an exit code: for mistakes, not for bugs. */
public final class ToolException extends RuntimeException {
  private final transient ExitCode exitCode;

  public ToolException(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
