// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

/** What may decide whether two documents are near-duplicates: the first that applies. */
public enum Basis {
  /** A text without tokens is no near-duplicate of any. */
  EMPTY_TEXT,
  /**
   * Documents of different scopes are no near-duplicates. The scope is mixed into all elements, so
   * comparing sketches gives {@link #ESTIMATE} or {@link #SHORT_TEXT}; whoever knows the scopes can
   * tell.
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
