// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.Optional;

/**
 * Receives every decision of a {@link CollapsingIndexWriter}.
 *
 * <p>Indexing threads call it concurrently. It should return quickly, and must neither call the
 * writer nor throw.
 *
 * <p>{@link #moved} and {@link #succeeded} are called when a decision is taken, {@link #arrived}
 * when its document has been written, with the outcome as decided. Therefore {@code moved} and
 * {@code succeeded} may name a document before its {@code arrived} call, may report that another
 * thread has moved it since, and may name a document that then fails to be written and never has an
 * {@code arrived} call.
 */
public interface CollapseListener {
  /** Ignores every call. */
  CollapseListener NONE = new CollapseListener() {};

  /** A document was written or dropped. */
  default void arrived(String id, Outcome outcome) {}

  /**
   * An indexed document became visible or was hidden behind another one: a representative was
   * displaced, or the representative of a hidden document was deleted, replaced, or displaced by
   * one that does not resemble the hidden document. Where contained texts are hidden, also each
   * time that this is settled and a document comes to be contained in another one, or no longer is.
   *
   * @param representative id of the document that now hides it; empty if it is visible
   */
  default void moved(String id, Optional<String> representative) {}

  /**
   * The documents hidden behind one document are now hidden behind another, except those that a
   * later {@link #moved} call names.
   *
   * @param former id of the previous representative, which was deleted, replaced or displaced
   * @param representative id of the new representative
   */
  default void succeeded(String former, String representative) {}
}
