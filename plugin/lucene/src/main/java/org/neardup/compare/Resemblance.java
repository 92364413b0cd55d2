// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import org.neardup.internal.sketch.ShareEstimate;
import org.neardup.internal.sketch.SlotPacking;

/**
 * How much two texts resemble each other: the share of all their elements that are in both.
 *
 * @param value 0 to 1; 1 of an estimate never
 * @param standardError of an estimate, above 0: at most 1 % of values are more than 3 of them off;
 *     0 if counted
 * @param isCounted whether it was counted over all elements of both texts, or they are the same
 *     text; if not, it was estimated from their sketches as {@link ShareEstimate} says
 * @param decisive what decides: the value, but 1 if all slots of two sketches agree
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public record Resemblance(double value, double standardError, boolean isCounted, double decisive) {
  /** That of a text and itself. */
  public static final Resemblance IDENTICAL = counted(1);

  /** Counted over all elements of both texts. */
  public static Resemblance counted(double value) {
    return new Resemblance(value, 0, true, value);
  }

  /**
   * Estimated from two sketches.
   *
   * @param decisive share of their slots that agree, as {@link SlotPacking#resemblance} corrects it
   */
  public static Resemblance estimated(double decisive, SlotPacking packing) {
    ShareEstimate shown = packing.estimate(decisive);
    return new Resemblance(shown.value(), shown.standardError(), false, decisive);
  }
}
