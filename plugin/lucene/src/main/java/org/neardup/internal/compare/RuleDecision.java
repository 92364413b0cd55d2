// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import org.neardup.compare.PairVerdict;
import org.neardup.compare.Resemblance;
import org.neardup.compare.ResemblanceRule.Basis;

/**
 * Whether two documents are near-duplicates, and what decided.
 *
 * @param isNear whether they are
 * @param basis what decided
 * @param resemblance of the two texts as far as it was looked at: as in the sketches if a text is
 *     short or the scopes differ; null if a text is empty
 */
public record RuleDecision(boolean isNear, Basis basis, Resemblance resemblance) {
  /**
   * What is decided of two documents of one scope: what a person said of them, or else this, which
   * the rule says. A text without tokens is no near-duplicate of any.
   *
   * @param said null for nothing
   */
  public RuleDecision unless(PairVerdict.Kind said) {
    if (said == null || basis == Basis.EMPTY_TEXT) {
      return this;
    }
    return said == PairVerdict.Kind.SAME
        ? new RuleDecision(true, Basis.VERDICT, Resemblance.IDENTICAL)
        : new RuleDecision(false, Basis.VERDICT, resemblance);
  }
}
