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

  /** Partitions for so many bytes, enough to keep the cluster busy. */
  int partitions(long bytes, int parallelism) {
    return Math.max(parallelism, Math.toIntExact(bytes / partitionBytes + 1));
  }
}
