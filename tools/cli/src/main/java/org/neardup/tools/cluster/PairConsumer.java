// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;

/** Takes near-duplicates, in ascending order of {@link Pairs}. */
@FunctionalInterface
interface PairConsumer {
  /**
   * Takes the next pair.
   *
   * @param resemblance at least the threshold
   */
  void accept(long pair, double resemblance) throws IOException;
}
