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

  /** A share, as {@code 12.3 %}; none and all only if it is that. */
  public static String percent(double share) {
    return rounded(100 * share, 100, 1) + " %";
  }

  /** The same in whole percents, as {@code 12 %}. */
  public static String wholePercent(long part, long whole) {
    return rounded(whole == 0 ? 0 : 100.0 * part / whole, 100, 0) + " %";
  }

  /** A share; {@code -} of nothing, and 1 only if it is that. */
  public static String decimal(double share) {
    return Double.isNaN(share) ? "-" : rounded(share, 1, 3);
  }

  /** A number from 0 to another with some digits: rounded, but to neither end. */
  private static String rounded(double value, double most, int digits) {
    double step = Math.pow(10, -digits);
    boolean isInside = value > 0 && value < most;
    double shown = isInside ? Math.clamp(value, step, most - step) : value;
    return String.format(Locale.ROOT, "%." + digits + "f", shown);
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
}
