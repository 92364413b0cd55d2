// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;

/**
 * Sizes that make no difference to the result.
 *
 * @param partitionBytes of what a task holds, roughly
 * @param lastEdges so few undecided pairs of texts are left to one task
 * @param pieceRows texts of a hot bucket that a task compares with its first ones
 */
record RunLimits(long partitionBytes, long lastEdges, int pieceRows) implements Serializable {
  static final RunLimits DEFAULTS = new RunLimits(48L << 20, 2_000_000, 4_000);

  /**
   * Partitions for so many bytes: as many for each core, so that none waits for the last one of
   * others.
   */
  int partitions(long bytes, int parallelism) {
    int least = Math.toIntExact(bytes / partitionBytes + 1);
    return Math.multiplyExact(Math.ceilDiv(least, parallelism), parallelism);
  }
}
