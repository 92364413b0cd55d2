// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

/**
 * What documents say, for people: their ids, titles and texts may hold line ends, or sequences that
 * a terminal would obey.
 */
final class OneLine {
  private OneLine() {}

  /** The same with a blank for each control character; null for null. */
  static String of(String value) {
    if (value == null) {
      return null;
    }
    StringBuilder line = new StringBuilder(value);
    for (int i = 0; i < line.length(); i++) {
      if (Character.isISOControl(line.charAt(i))) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString();
  }
}
