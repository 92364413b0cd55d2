// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.record.Marker;

/** What becomes of a document that is a near-duplicate of a visible one. */
public enum Variants {
  /**
   * It is indexed and hidden, and may become visible when its representative is deleted or
   * replaced.
   */
  HIDE,
  /** It is not indexed. */
  DROP,
  /**
   * A dry run: it is indexed and stays visible. A separate field marks what {@link #HIDE} would
   * hide, so that all decisions are the same.
   */
  REPORT;

  /** The marker of documents that are not representatives. */
  public Marker marker() {
    return this == REPORT ? Marker.WOULD_HIDE : Marker.HIDDEN;
  }
}
