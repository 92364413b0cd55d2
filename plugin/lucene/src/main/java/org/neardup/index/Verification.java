// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/** What decides whether a candidate is a near-duplicate. */
public enum Verification {
  /**
   * The sketches where they are sure: where the estimate is further than 2.5 standard errors from
   * the threshold. In between, the exact resemblance of the texts, if both are to be had from
   * memory or stored fields; else the estimate.
   *
   * <p>Whoever knows the seed can make a page whose sketch is almost that of another, although the
   * two have little in common. A secret seed prevents that, and {@link #EXACT} is not deceived.
   */
  AUTO(2.5, 2.5),

  /** The sketches alone. */
  SKETCH(0, 0),

  /** The exact resemblance of the texts, if both are to be had; else the estimate. */
  EXACT(4, Double.POSITIVE_INFINITY);

  /** Standard errors below and above the threshold between which texts are compared. */
  final double below;

  final double above;

  Verification(double below, double above) {
    this.below = below;
    this.above = above;
  }
}
