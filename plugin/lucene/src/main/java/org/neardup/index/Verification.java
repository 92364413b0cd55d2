// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.compare.ResemblanceRule;

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
  AUTO,

  /** The sketches alone. */
  SKETCH,

  /** The exact resemblance of the texts, if both are to be had; else the estimate. */
  EXACT;

  /** The rule that this is at a threshold, above 0 and at most 1. */
  public ResemblanceRule rule(double threshold) {
    return switch (this) {
      case AUTO -> ResemblanceRule.auto(threshold);
      case SKETCH -> ResemblanceRule.sketch(threshold);
      case EXACT -> ResemblanceRule.exact(threshold);
    };
  }
}
