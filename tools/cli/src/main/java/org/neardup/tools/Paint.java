// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

/**
 * Bold text and colours for a person at a terminal.
 *
 * @param on whether the terminal can show them, and nobody minds
 */
record Paint(boolean on) {
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
