// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

/**
 * Whether two documents are near-duplicates, and what decided.
 *
 * @param isNear whether they are
 * @param basis what decided
 * @param resemblance of the two texts as far as it was looked at: as in the sketches if a text is
 *     short or the scopes differ; null if a text is empty
 */
public record Verdict(boolean isNear, Basis basis, Resemblance resemblance) {
  /**
   * What is decided of two documents of one scope: what a person said of them, or else this, which
   * the rule says. A text without tokens is no near-duplicate of any.
   *
   * @param said null for nothing
   */
  public Verdict unless(PairVerdict.Kind said) {
    if (said == null || basis == Basis.EMPTY_TEXT) {
      return this;
    }
    return said == PairVerdict.Kind.SAME
        ? new Verdict(true, Basis.VERDICT, Resemblance.IDENTICAL)
        : new Verdict(false, Basis.VERDICT, resemblance);
  }

  /** What may decide: the first that applies. */
  public enum Basis {
    /** A text without tokens is no near-duplicate of any. */
    EMPTY_TEXT,
    /**
     * Documents of different scopes are no near-duplicates. The scope is mixed into all elements,
     * so comparing sketches gives {@link #ESTIMATE} or {@link #SHORT_TEXT}; whoever knows the
     * scopes can tell.
     */
    OTHER_SCOPE,
    /** A person said so: see {@link Verdicts}. */
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
