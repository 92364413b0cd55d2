// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule.Basis;

/** How much two texts resemble each other, and how that is known. */
public record PairResemblance(Resemblance resemblance, Basis basis) {
  public static final PairResemblance SAME_TEXT =
      new PairResemblance(Resemblance.IDENTICAL, Basis.SAME_TEXT);

  /** How a resemblance is known. */
  public enum Basis {
    /** A person said so. */
    VERDICT,
    /** There is one text. */
    SAME_TEXT,
    /** Counted in the elements. */
    EXACT,
    /** Estimated from the sketches. */
    ESTIMATE
  }

  /** What decides whether they are near-duplicates, and which is the nearest. */
  public double decisive() {
    return resemblance.decisive();
  }

  /** What is written of it. */
  public double value() {
    return resemblance.value();
  }
}
