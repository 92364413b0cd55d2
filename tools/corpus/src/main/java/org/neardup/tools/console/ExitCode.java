// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

/** The exit codes of commands. */
public enum ExitCode {
  /** Everything was done. */
  DONE(0),
  /** Some input failed, or a check found something; each was named, and the rest was done. */
  INPUT_FAILED(1),
  /** The command line is wrong; nothing was done. */
  USAGE(2),
  /**
   * The index is missing, damaged or made with other settings, or an output cannot be written;
   * nothing was changed, unless only the printing failed.
   */
  INDEX(3),
  /** This program failed, or had too little memory; the index is as it was at its last commit. */
  FAILED(4),
  /** The user ended it by Ctrl-C; the message says what was done. */
  INTERRUPTED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
