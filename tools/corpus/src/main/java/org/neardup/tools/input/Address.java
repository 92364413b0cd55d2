// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.Locale;
import java.util.regex.Pattern;

/** Addresses of the web, as far as documents have one. */
public final class Address {
  private static final Pattern ADDRESS =
      Pattern.compile("[a-z][a-z0-9+.-]*://(?:[^/?#@]*@)?([^/?#:]+).*", Pattern.DOTALL);

  private Address() {}

  /** The host in an address, in lower case; empty if it is none. */
  public static String host(String address) {
    var match = ADDRESS.matcher(address.toLowerCase(Locale.ROOT));
    return match.matches() ? match.group(1) : "";
  }

  /** Whether it is one that a browser opens as a page: of http or https, with a host. */
  public static boolean isWeb(String address) {
    String lower = address.toLowerCase(Locale.ROOT);
    return (lower.startsWith("http://") || lower.startsWith("https://"))
        && !host(address).isEmpty();
  }
}
