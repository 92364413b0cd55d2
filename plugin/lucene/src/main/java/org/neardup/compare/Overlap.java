// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import org.neardup.internal.sketch.ElementSet;

/**
 * What two texts a and b have in common, counted over all their elements.
 *
 * @param elementsOfA different elements of a
 * @param elementsOfB different elements of b
 * @param common elements that are in both
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public record Overlap(int elementsOfA, int elementsOfB, int common) {

  /** Counts, in time proportional to the size of both. */
  public static Overlap of(ElementSet a, ElementSet b) {
    return new Overlap(a.size(), b.size(), a.intersectionSize(b));
  }

  /** The share of all their elements that are in both, 0 to 1; NaN if both are empty. */
  public double resemblance() {
    return share(elementsOfA + elementsOfB - common);
  }

  /** The share of a's elements that are in b, 0 to 1; NaN if a is empty. */
  public double containmentOfA() {
    return share(elementsOfA);
  }

  /** The share of b's elements that are in a, 0 to 1; NaN if b is empty. */
  public double containmentOfB() {
    return share(elementsOfB);
  }

  private double share(int all) {
    return (double) common / all;
  }
}
