// SPDX-License-Identifier: Apache-2.0
package org.neardup.search;

/**
 * Whether two documents are near-duplicates, as a collapse decides when it compares them.
 *
 * @param nearDuplicates whether they are
 * @param rule what decided
 * @param reason the same in words
 */
public record Verdict(boolean nearDuplicates, Rule rule, String reason) {

  /** What may decide, the first that applies. */
  public enum Rule {
    /** A text without tokens is no near-duplicate of any. */
    EMPTY_TEXT,
    /** Documents of different scopes are no near-duplicates. */
    OTHER_SCOPE,
    /** The same text is. */
    SAME_TEXT,
    /** A text of few elements is a near-duplicate of the same text only. */
    SHORT_TEXT,
    /** The resemblance of the texts, as the estimate is too near the threshold to be sure. */
    EXACT,
    /** The resemblance that the sketches estimate. */
    ESTIMATE
  }
}
