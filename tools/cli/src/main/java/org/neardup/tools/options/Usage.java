// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Mistakes in a command line that only the command itself can see.
 *
 * @param spec of the command
 */
public record Usage(CommandSpec spec) {

  /** Refuses a number that is out of range. */
  public void checkRange(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw mistake(option + " must be between " + min + " and " + max + ", got " + value);
    }
  }

  /** Refuses a share that is not above 0, or more than 1. */
  public void checkShare(String option, double value) {
    if (!(value > 0 && value <= 1)) {
      throw mistake(option + " must be above 0 and at most 1, got " + value);
    }
  }

  /** What is made of options; what refuses one of them has found a mistake. */
  public <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw mistake(e);
    }
  }

  /** The exception to throw. */
  public ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** The exception to throw, with the message of the one that found the mistake. */
  public ParameterException mistake(Exception cause) {
    return new ParameterException(spec.commandLine(), cause.getMessage(), cause);
  }
}
