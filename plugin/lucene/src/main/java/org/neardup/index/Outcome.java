// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.compare.Resemblance;

/** The result of adding or updating a document. */
public sealed interface Outcome {
  /** Whether it replaced an earlier document with its id. */
  boolean replaced();

  /**
   * The document is indexed and visible.
   *
   * @param replaced whether it replaced an earlier document with its id
   */
  record Visible(boolean replaced) implements Outcome {}

  /**
   * The document is indexed and hidden behind the representative of its group.
   *
   * @param representative id of the representative
   * @param resemblance resemblance to that document
   * @param replaced whether it replaced an earlier document with its id
   */
  record Hidden(String representative, Resemblance resemblance, boolean replaced)
      implements Outcome {}

  /**
   * The document is not indexed, because variants are dropped. If another thread then fails to
   * write the representative, the document is indexed in its place and {@link
   * CollapseListener#moved} is called.
   *
   * @param representative id of the visible document that it is a near-duplicate of
   * @param resemblance resemblance to that document
   * @param replaced whether an earlier document with its id was deleted
   */
  record Dropped(String representative, Resemblance resemblance, boolean replaced)
      implements Outcome {}

  /**
   * The document is indexed and visible, and displaces other representatives: these are hidden
   * behind it, or deleted if variants are dropped.
   *
   * @param displaced ids of the former representatives, the most similar first; several if the
   *     document is a near-duplicate of documents that do not resemble each other
   * @param resemblance resemblance to the first of these
   * @param replaced whether it replaced an earlier document with its id
   */
  record TookOver(List<String> displaced, Resemblance resemblance, boolean replaced)
      implements Outcome {}
}
