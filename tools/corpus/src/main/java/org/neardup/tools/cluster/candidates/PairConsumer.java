// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.candidates;

import java.io.IOException;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.PairResemblance;

/** Takes near-duplicates. */
public interface PairConsumer {
  /**
   * Takes the next pair.
   *
   * @param resemblance at least the threshold
   */
  void accept(long pair, PairResemblance resemblance) throws IOException;

  /**
   * Whether pairs may come in any order, and on many threads at once; otherwise they come in
   * ascending order of {@link Pairs}, on one.
   */
  default boolean takesAnyOrder() {
    return false;
  }
}
