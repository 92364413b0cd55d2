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
  CONTAINED
}
