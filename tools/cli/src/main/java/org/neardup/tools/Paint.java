// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

/**
 * Colours for a person at a terminal.
 *
 * @param on whether there are any
 */
record Paint(boolean on) {
  private static final String PROPERTY = "neardup.colour";

  /** As {@code bin/neardup} says: on a terminal, unless {@code NO_COLOR} is set. */
  static Paint ofProcess() {
    return new Paint(Boolean.getBoolean(PROPERTY));
  }

  String bold(String text) {
    return with(1, text);
  }

  String red(String text) {
    return with(31, text);
  }

  String green(String text) {
    return with(32, text);
  }

  private String with(int code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
