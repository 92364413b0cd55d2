// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.util.Locale;

/** Numbers of things, for people: 1 hit, 1,234 hits. */
public final class Counted {
  private Counted() {}

  /** The number, and the thing in the singular or the plural. */
  public static String of(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
