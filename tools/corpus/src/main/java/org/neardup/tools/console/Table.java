// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import java.util.Locale;

/** Lines of a name and a value, for people: names to the left, values aligned in a column. */
public final class Table {
  private final StringBuilder lines = new StringBuilder();

  public Table row(String name, long value) {
    return row(name, String.format(Locale.ROOT, "%,d", value));
  }

  public Table row(String name, double value) {
    return row(name, String.format(Locale.ROOT, "%.2f", value));
  }

  public Table row(String name, String value) {
    lines.append(lines.isEmpty() ? "" : "\n");
    lines.append(String.format(Locale.ROOT, "%-14s %14s", OneLine.of(name), OneLine.of(value)));
    return this;
  }

  /** A measured value for machines: three decimals. */
  public static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.3f", value));
  }

  @Override
  public String toString() {
    return lines.toString();
  }
}
