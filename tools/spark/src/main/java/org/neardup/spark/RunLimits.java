// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.io.Serializable;

/**
 * Sizes that make no difference to the result.
 *
 * @param filterTexts so many texts in doubt are told from others by a filter that each task holds;
 *     of more, the filter lets through some that are not
 * @param lastEdges so few undecided pairs of texts are left to one task
 * @param pieceTexts texts of a hot bucket that a task compares with its first ones
 */
record RunLimits(long filterTexts, long lastEdges, int pieceTexts) implements Serializable {
  static final RunLimits DEFAULTS = new RunLimits(50_000_000, 2_000_000, 1_000);
}
