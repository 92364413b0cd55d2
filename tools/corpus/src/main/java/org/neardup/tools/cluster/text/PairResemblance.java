// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

/**
 * How much two texts resemble each other, and how that is known.
 *
 * @param standardError of an estimate; 0 of what is counted
 */
public record PairResemblance(double resemblance, Basis basis, double standardError) {
  public static final PairResemblance SAME_TEXT = new PairResemblance(1, Basis.SAME_TEXT, 0);

  /** How a resemblance is known. */
  public enum Basis {
    /** There is one text. */
    SAME_TEXT,
    /** Counted in the elements. */
    EXACT,
    /** Estimated from the sketches. */
    ESTIMATE
  }
}
