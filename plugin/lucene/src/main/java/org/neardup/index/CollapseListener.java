// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Optional;

/**
 * Hears of every decision of a {@link CollapsingIndexWriter}.
 *
 * <p>Called by the threads that write, several at once; it should return soon and must neither call
 * the writer nor throw.
 */
public interface CollapseListener {
  /** Hears of nothing. */
  CollapseListener NONE = new CollapseListener() {};

  /** A document arrived and was written, or dropped. */
  default void arrived(String id, Outcome outcome) {}

  /**
   * A document that was there changed its place, as its representative was deleted, changed, or
   * gave way to another.
   *
   * @param representative id of the document that it is hidden behind now; empty if it is visible
   */
  default void moved(String id, Optional<String> representative) {}
}
