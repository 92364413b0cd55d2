// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * How often each {@link Outcome} came about since a writer was opened.
 *
 * @param visible {@link Outcome.Visible}
 * @param hidden {@link Outcome.Hidden}
 * @param dropped {@link Outcome.Dropped}
 * @param reported {@link Outcome.Reported}
 * @param tookOver {@link Outcome.TookOver}
 * @param replaced of all these, documents that replaced one with their id
 */
public record OutcomeCounts(
    long visible, long hidden, long dropped, long reported, long tookOver, long replaced) {
  /** All documents that arrived. */
  public long documents() {
    return visible + hidden + dropped + reported + tookOver;
  }
}
