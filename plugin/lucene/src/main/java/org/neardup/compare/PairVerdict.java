// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.Objects;

/**
 * What a person says of a pair of documents, in the place of what the rule finds.
 *
 * @param a the id of one
 * @param b the id of the other; which is which makes no difference
 * @param kind what is said
 */
public record PairVerdict(String a, String b, Kind kind) {
  /** What may be said. */
  public enum Kind {
    /** They are versions of each other, as if they had the same text. */
    SAME,
    /** Neither may go behind the other. */
    DIFFERENT,
    /** Nothing any more: the rule decides again. */
    WITHDRAWN
  }

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException if both ids are the same
   */
  public PairVerdict {
    Objects.requireNonNull(b, "b");
    Objects.requireNonNull(kind, "kind");
    if (Objects.requireNonNull(a, "a").equals(b)) {
      throw new IllegalArgumentException(
          "a verdict must be on two documents, got " + a + " and " + b);
    }
  }
}
