// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * Counts of each {@link Outcome} since a writer was opened.
 *
 * @param visible {@link Outcome.Visible}
 * @param hidden {@link Outcome.Hidden}
 * @param dropped {@link Outcome.Dropped}
 * @param reported {@link Outcome.Reported}
 * @param tookOver {@link Outcome.TookOver}
 * @param replaced documents, of all these kinds, that replaced an earlier one with their id
 */
public record OutcomeCounts(
    long visible, long hidden, long dropped, long reported, long tookOver, long replaced) {
  /** The sum of all outcomes. */
  public long documents() {
    return visible + hidden + dropped + reported + tookOver;
  }
}
