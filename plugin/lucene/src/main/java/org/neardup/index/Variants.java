// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/** What becomes of a document that is a near-duplicate of a visible one. */
public enum Variants {
  /**
   * It is indexed and hidden, and may become visible when its representative is deleted or
   * replaced.
   */
  HIDE,
  /** It is not indexed. */
  DROP
}
