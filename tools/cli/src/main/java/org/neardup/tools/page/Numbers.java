// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

import java.util.Locale;
import org.neardup.search.explain.Comparison.Estimate;
import org.neardup.tools.console.Counted;

/** Numbers for people. */
public final class Numbers {
  private Numbers() {}

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** As {@code 1 document}, {@code 1,234 documents}. */
  public static String count(long count, String thing) {
    return Counted.of(count, thing);
  }

  /** A part of a whole, as {@code 12.3 %}. */
  public static String share(long part, long whole) {
    return whole == 0 ? "0 %" : percent((double) part / whole);
  }

  /** A share, as {@code 12.3 %}. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** A share; {@code -} of nothing. */
  public static String decimal(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.3f", share);
  }

  /** An estimate and its standard error. */
  public static String plusMinus(Estimate estimate) {
    return decimal(estimate.resemblance()) + " ± " + decimal(estimate.standardError());
  }

  /** A threshold, as {@code .85}. */
  public static String threshold(double value) {
    return String.valueOf(value).replaceFirst("^0\\.", ".");
  }

  /** A count in few characters, as {@code 131k}; units of 1000. */
  public static String compact(long count) {
    return count < 10_000 ? count(count) : compact(count, "kMGTPE");
  }

  private static String compact(long count, String units) {
    long next = (count + 500) / 1000;
    return next < 1000 ? next + units.substring(0, 1) : compact(next, units.substring(1));
  }

  /** A place in a drawing. */
  public static String place(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** Bytes in units of 1000, as {@code 12.3 MB}. */
  public static String bytes(long bytes) {
    if (bytes < 1000) {
      return count(bytes, "byte");
    }
    double size = bytes;
    int unit = -1;
    while (size >= 999.95) {
      size /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %cB", size, "kMGTPE".charAt(unit));
  }
}
