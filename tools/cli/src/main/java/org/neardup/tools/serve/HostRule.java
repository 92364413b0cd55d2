// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which names a server may be called: by an address of numbers, which no name server can
 * redirect, as localhost, or by the name that it was told to listen on. A page of another name that
 * was made to lead here (DNS rebinding) would read the index with its visitor's browser.
 *
 * @param name that it was told to listen on
 */
record HostRule(String name) {
  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]+)(?::\\d*)?");
  private static final Pattern NUMBERS = Pattern.compile("\\[.*\\]|\\d+(?:\\.\\d+){3}");

  /**
   * Whether a request may be answered.
   *
   * @param host the header of that name; null if there is none
   */
  boolean allows(String host) {
    Matcher matcher = HOST.matcher(host == null ? "" : host.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return false;
    }
    String called = matcher.group(1);
    return NUMBERS.matcher(called).matches()
        || called.equals("localhost")
        || called.equals(name.toLowerCase(Locale.ROOT));
  }
}
