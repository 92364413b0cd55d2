// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import org.neardup.tools.index.NeardupIndex;

/** What is at an address. For any number of threads. */
@FunctionalInterface
interface Page {
  /**
   * Answers a request.
   *
   * @param index stays open until the answer is there
   */
  Answer answer(NeardupIndex index, Parameters parameters) throws IOException;

  /** Whether forms may be sent to it, as texts are too long for an address. */
  default boolean takesForms() {
    return false;
  }

  /** Whether forms of our own pages alone may be sent to it, as it changes something. */
  default boolean takesChanges() {
    return false;
  }

  /** Whether JSON is to be sent to it, and nothing else. */
  default boolean takesJson() {
    return false;
  }
}
