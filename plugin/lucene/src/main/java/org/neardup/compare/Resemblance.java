// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

/**
 * How much two texts resemble each other: the share of all their elements that are in both.
 *
 * @param value 0 to 1
 * @param standardError of an estimate, if the resemblance is what it is estimated to be: 0 if all
 *     slots of the sketches agree, as those of texts that differ in a few words may; 0 if counted
 * @param isCounted whether it was counted over all elements of both texts, or they are the same
 *     text; if not, it was estimated from their sketches
 */
public record Resemblance(double value, double standardError, boolean isCounted) {
  /** That of a text and itself. */
  public static final Resemblance IDENTICAL = counted(1);

  /** Counted over all elements of both texts. */
  public static Resemblance counted(double value) {
    return new Resemblance(value, 0, true);
  }

  /** Estimated from two sketches. */
  public static Resemblance estimated(double value, double standardError) {
    return new Resemblance(value, standardError, false);
  }
}
