// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

/** How much two texts resemble each other, and how that is known. */
public record PairResemblance(double resemblance, Basis basis) {
  public static final PairResemblance SAME_TEXT = new PairResemblance(1, Basis.SAME_TEXT);

  /** How a resemblance is known. */
  enum Basis {
    /** There is one text. */
    SAME_TEXT,
    /** Counted in the elements. */
    EXACT,
    /** Estimated from the sketches. */
    ESTIMATE
  }
}
