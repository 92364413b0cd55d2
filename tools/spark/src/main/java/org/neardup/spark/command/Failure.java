// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

/** Ends a command with a message and an exit code. */
final class Failure extends RuntimeException {
  static final int INPUT_FAILED = 1;
  static final int USAGE = 2;
  static final int OUTPUT = 3;
  static final int PROGRAM = 4;

  private final int exitCode;

  Failure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
