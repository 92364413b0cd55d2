// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import org.neardup.internal.sketch.SlotPacking;

/**
 * The threshold from which two documents are near-duplicates, and the range of estimates around it
 * that are in doubt: there the texts decide, if both are available.
 *
 * @param threshold least resemblance of near-duplicates, above 0, at most 1
 * @param errorsBelow how many standard errors below the threshold the range begins
 * @param errorsAbove how many standard errors above the threshold it ends
 * @param isLossless whether all elements of a text must stand in the one that it goes behind; only
 *     texts tell
 */
@SuppressWarnings("exports") // some of it is for Neardup itself
public record ResemblanceRule(
    double threshold, double errorsBelow, double errorsAbove, boolean isLossless) {
  /** One that loses what is not in the representative. */
  public ResemblanceRule(double threshold, double errorsBelow, double errorsAbove) {
    this(threshold, errorsBelow, errorsAbove, false);
  }

  /** The same, lossless or not. */
  public ResemblanceRule withLossless(boolean lossless) {
    return new ResemblanceRule(threshold, errorsBelow, errorsAbove, lossless);
  }

  /** The hook's default: texts decide within 2.5 standard errors of the threshold. */
  public static ResemblanceRule auto(double threshold) {
    return new ResemblanceRule(threshold, 2.5, 2.5);
  }

  /** Sketches decide. */
  public static ResemblanceRule sketch(double threshold) {
    return new ResemblanceRule(threshold, 0, 0);
  }

  /** Texts decide, except where the estimate is 4 standard errors below the threshold. */
  public static ResemblanceRule exact(double threshold) {
    return new ResemblanceRule(threshold, 4, Double.POSITIVE_INFINITY);
  }

  /** Whether a resemblance, counted or estimated, is that of near-duplicates. */
  public boolean isNear(double resemblance) {
    return resemblance >= threshold;
  }

  /** Whether there are estimates that leave it to the texts. */
  public boolean readsTexts() {
    return errorsBelow + errorsAbove > 0;
  }

  /** Whether an estimate leaves it to the texts, if both are available. */
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

  /** What may decide whether two documents are near-duplicates: the first that applies. */
  public enum Basis {
    /** A text without tokens is no near-duplicate of any. */
    EMPTY_TEXT,
    /**
     * Documents of different scopes are no near-duplicates. The scope is mixed into all elements,
     * so comparing sketches gives {@link #ESTIMATE} or {@link #SHORT_TEXT}; whoever knows the
     * scopes can tell.
     */
    OTHER_SCOPE,
    /** A person said so: see {@link PairVerdict}. */
    VERDICT,
    /** The same text is a near-duplicate. */
    SAME_TEXT,
    /** A text of few elements is a near-duplicate of the same text only. */
    SHORT_TEXT,
    /** A guard parts texts that are near-duplicates otherwise. */
    GUARD,
    /** The resemblance counted in the texts, as the estimate is too near the threshold. */
    EXACT,
    /** The resemblance estimated from the sketches. */
    ESTIMATE
  }
}
