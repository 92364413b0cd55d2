// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

/**
 * Bold text and colours for a person at a terminal.
 *
 * @param on whether they are used
 */
public record Paint(boolean on) {
  public String bold(String text) {
    return with(1, text);
  }

  public String red(String text) {
    return with(31, text);
  }

  public String green(String text) {
    return with(32, text);
  }

  private String with(int code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
