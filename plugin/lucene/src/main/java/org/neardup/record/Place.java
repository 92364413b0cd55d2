// SPDX-License-Identifier: Apache-2.0
package org.neardup.record;

/** Where a document stands in a collapsed index. */
public enum Place {
  /** A search over one version shows it. */
  VISIBLE,
  /** It is hidden behind the visible document of its group. */
  HIDDEN,
  /** It is visible, as the index only reports near-duplicates; else it would be hidden. */
  WOULD_BE_HIDDEN
}
