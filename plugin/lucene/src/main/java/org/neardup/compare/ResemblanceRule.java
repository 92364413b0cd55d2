// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import org.neardup.sketch.SlotPacking;

/**
 * From which resemblance on two documents are near-duplicates, and around it, in which estimates a
 * sketch is not sure enough, so that the texts decide if both are to be had.
 *
 * @param threshold least resemblance of near-duplicates, above 0, at most 1
 * @param errorsBelow standard errors below the threshold from which on an estimate is in doubt
 * @param errorsAbove standard errors above the threshold up to which it is
 */
public record ResemblanceRule(double threshold, double errorsBelow, double errorsAbove) {

  /** The hook's default: texts decide within 2.5 standard errors of the threshold. */
  public static ResemblanceRule auto(double threshold) {
    return new ResemblanceRule(threshold, 2.5, 2.5);
  }

  /** Sketches decide. */
  public static ResemblanceRule sketch(double threshold) {
    return new ResemblanceRule(threshold, 0, 0);
  }

  /** Texts decide, but where the estimate is 4 standard errors below the threshold. */
  public static ResemblanceRule exact(double threshold) {
    return new ResemblanceRule(threshold, 4, Double.POSITIVE_INFINITY);
  }

  /** Whether there are estimates of which texts decide. */
  public boolean readsTexts() {
    return errorsBelow + errorsAbove > 0;
  }

  /** Whether texts decide, if both are to be had. */
  public boolean isInDoubt(SlotPacking packing, double estimate) {
    return readsTexts()
        && estimate >= leastEstimate(packing)
        && estimate <= threshold + errorsAbove * standardError(packing);
  }

  /** The least estimate at which two documents may be near-duplicates. */
  public double leastEstimate(SlotPacking packing) {
    return threshold - errorsBelow * standardError(packing);
  }

  /** The standard error of an estimate near the threshold. */
  public double standardError(SlotPacking packing) {
    // At a threshold of 1 the formula gives no error at all, but sketches that agree do err.
    double certain = Math.max(0.5, 1 - 2.5 / packing.slots());
    return packing.standardError(Math.min(threshold, certain));
  }
}
