// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

/** Where a document stands in a collapsed index. */
public enum Place {
  /** A search over one version shows it. */
  VISIBLE,
  /** It is hidden behind the visible document of its group. */
  HIDDEN,
  /**
   * It is hidden behind a visible document that contains it, with the variants of its own group.
   */
  CONTAINED,
  /** It is visible, as the index only reports near-duplicates; else it would be hidden. */
  WOULD_BE_HIDDEN;

  /** Whether it is hidden, or would be, because it is a near-duplicate. */
  public boolean isVariant() {
    return this == HIDDEN || this == WOULD_BE_HIDDEN;
  }
}
