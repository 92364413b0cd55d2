// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.compare.Resemblance;

/** What became of a document. */
public sealed interface Outcome {
  /** Whether it replaced an earlier document with its id. */
  boolean replaced();

  /**
   * It is indexed, and found by searches over one version.
   *
   * @param replaced whether it replaced an earlier document with its id
   */
  record Visible(boolean replaced) implements Outcome {}

  /**
   * It is indexed, and hidden behind the representative of its group.
   *
   * @param representative id of the representative
   * @param resemblance how much the two resemble each other
   * @param replaced whether it replaced an earlier document with its id
   */
  record Hidden(String representative, Resemblance resemblance, boolean replaced)
      implements Outcome {}

  /**
   * It is not indexed, as variants are dropped. Should another thread just then fail to write the
   * representative, it is indexed and takes its place: {@link CollapseListener#moved} tells.
   *
   * @param representative id of the visible document that it is a near-duplicate of
   * @param resemblance how much the two resemble each other
   * @param replaced whether an earlier document with its id was deleted
   */
  record Dropped(String representative, Resemblance resemblance, boolean replaced)
      implements Outcome {}

  /**
   * It is indexed and visible, as near-duplicates are only reported; else it would be hidden.
   *
   * @param representative id of the document that it would be hidden behind
   * @param resemblance how much the two resemble each other
   * @param replaced whether it replaced an earlier document with its id
   */
  record Reported(String representative, Resemblance resemblance, boolean replaced)
      implements Outcome {}

  /**
   * It is indexed and visible, and what represented its group until now is hidden behind it, or
   * deleted if variants are dropped, or only reported.
   *
   * @param displaced ids of former representatives, the one that it resembles most first; several
   *     if it is a near-duplicate of documents that are not near-duplicates of each other
   * @param resemblance how much it and the first of these resemble each other
   * @param replaced whether it replaced an earlier document with its id
   */
  record TookOver(List<String> displaced, Resemblance resemblance, boolean replaced)
      implements Outcome {}
}
