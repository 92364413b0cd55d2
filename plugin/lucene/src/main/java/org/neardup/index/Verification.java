// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.analysis.Shingling;
import org.neardup.compare.ResemblanceRule;

/** What decides whether a candidate is a near-duplicate. */
public enum Verification {
  /**
   * The estimate, if it is more than 2.5 standard errors from the threshold. Otherwise the exact
   * resemblance of the texts if both are available, in memory or in stored fields; otherwise the
   * estimate. Sets of values are counted as by {@link #EXACT}, since counting a set takes no
   * analysis, and since the estimate of a few values is easily wrong by one of them.
   *
   * <p>Someone who knows the seed can craft a text whose sketch resembles that of an unrelated one.
   * A secret seed prevents this; {@link #EXACT} resists it.
   */
  AUTO,

  /** The estimate of the sketches. */
  SKETCH,

  /** The exact resemblance of the texts if both are available; otherwise the estimate. */
  EXACT;

  /** The rule at a threshold in (0, 1], for elements of some kind. */
  public ResemblanceRule rule(double threshold, Shingling shingling) {
    boolean counts = this == AUTO && shingling.unit() == Shingling.Unit.VALUE;
    return (counts ? EXACT : this).rule(threshold);
  }

  /** The rule at a threshold in (0, 1], for texts. */
  public ResemblanceRule rule(double threshold) {
    return switch (this) {
      case AUTO -> ResemblanceRule.auto(threshold);
      case SKETCH -> ResemblanceRule.sketch(threshold);
      case EXACT -> ResemblanceRule.exact(threshold);
    };
  }
}
