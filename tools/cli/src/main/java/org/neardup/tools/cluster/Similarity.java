// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

/** How much two texts resemble each other, and how that is known. */
record Similarity(double resemblance, Basis basis) {
  static final Similarity SAME_TEXT = new Similarity(1, Basis.SAME_TEXT);

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
