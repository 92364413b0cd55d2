// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * What a {@link CollapsingIndexWriter} did since it was opened, and what it holds.
 *
 * @param arrived what became of the documents that arrived
 * @param deleted documents that were deleted, but for those that were replaced, dropped or purged
 * @param purged hidden documents that were deleted as {@link Retention} says
 * @param pending documents that arrived or changed place, and are in memory until the next refresh
 * @param skippedCandidates documents that share a band with one that arrived and were not compared,
 *     as too many do, once for each band: some near-duplicates may stay visible twice if this is
 *     not 0
 */
public record WriterStatistics(
    OutcomeCounts arrived, long deleted, long purged, int pending, long skippedCandidates) {
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
}
