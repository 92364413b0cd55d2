// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.List;

/** Says step by step what is to be changed, and changes nothing itself. */
public interface Steps {
  /** The next step, when the one before has been carried out; nothing once there are no more. */
  List<Change> next() throws IOException;

  /** What is to be done. */
  sealed interface Change {}

  /**
   * A document goes to a place.
   *
   * @param representative what it is hidden behind; null if it is visible
   * @param isReported whether listeners hear of that document by itself
   */
  record Move(LiveDocument document, long group, LiveDocument representative, boolean isReported)
      implements Change {}

  /**
   * What is behind one document is behind another now, unless later changes say otherwise.
   *
   * @param former id of the one before
   */
  record Succession(String former, LiveDocument representative) implements Change {}
}
