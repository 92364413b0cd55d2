// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/** What becomes of a document that is a near-duplicate of a visible one. */
public enum Variants {
  /** It is indexed and hidden, and comes back when its representative goes. */
  HIDE,
  /** It is not indexed; the outcome of the call says so. */
  DROP
}
