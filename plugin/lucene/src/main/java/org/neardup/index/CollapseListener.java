// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Optional;

/**
 * Hears of every decision of a {@link CollapsingIndexWriter}.
 *
 * <p>Called by the threads that write, several at once; it should return soon and must neither call
 * the writer nor throw.
 *
 * <p>{@link #moved} and {@link #succeeded} are called when a decision is taken, and {@link
 * #arrived} when the document that it was taken for was written, with the outcome as of the
 * decision: so they may name a document before its {@code arrived} is heard, and tell that other
 * threads gave it another place since, and they may name one that then cannot be written, of which
 * {@code arrived} is not heard at all.
 */
public interface CollapseListener {
  /** Hears of nothing. */
  CollapseListener NONE = new CollapseListener() {};

  /** A document arrived and was written, or dropped. */
  default void arrived(String id, Outcome outcome) {}

  /**
   * A document that was there became visible or went behind another one: it represented its group
   * and gave way, or its representative was deleted, changed, or gave way to one that it does not
   * resemble.
   *
   * @param representative id of the document that it is hidden behind now; empty if it is visible
   */
  default void moved(String id, Optional<String> representative) {}

  /**
   * What was hidden behind one document is hidden behind another one now, but for documents of
   * which {@link #moved} tells otherwise afterwards.
   *
   * @param former the document that represented the group until now; it was deleted, changed, or
   *     gave way
   * @param representative the document that represents it now
   */
  default void succeeded(String former, String representative) {}
}
