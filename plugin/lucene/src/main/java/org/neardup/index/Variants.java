// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import org.neardup.record.Marker;

/** What becomes of a document that is a near-duplicate of a visible one. */
public enum Variants {
  /** It is indexed and hidden, and comes back when its representative goes. */
  HIDE,
  /** It is not indexed; the outcome of the call says so. */
  DROP,
  /**
   * It is indexed and stays visible: a dry run. What would be hidden is noted in a field of its
   * own, so that all decisions are as they would be with {@link #HIDE}.
   */
  REPORT;

  /** What marks the documents that are not representatives. */
  public Marker marker() {
    return this == REPORT ? Marker.WOULD_HIDE : Marker.HIDDEN;
  }
}
