// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * Counters of a {@link CollapsingIndexWriter} since it was opened.
 *
 * @param arrived outcomes of the documents that arrived
 * @param deleted deleted documents, without those that were replaced, dropped or purged
 * @param purged hidden documents that {@link Retention} deleted
 * @param pending documents that arrived or moved since the writer last looked at its index, held in
 *     memory until {@link CollapsingIndexWriter#flush}, which the writer calls itself in time
 * @param skippedCandidates candidates that were not compared because too many documents share a
 *     band, counted once per band; if not 0, some near-duplicates may both be visible
 * @param heldBytes of the heap, what {@link DecidedDocument#writeLater} holds back: documents and
 *     tokens
 */
public record WriterStatistics(
    OutcomeCounts arrived,
    long deleted,
    long purged,
    int pending,
    long skippedCandidates,
    long heldBytes) {
  /**
   * How often each {@link Outcome} came about since a writer was opened.
   *
   * @param visible {@link Outcome.Visible}
   * @param hidden {@link Outcome.Hidden}
   * @param dropped {@link Outcome.Dropped}
   * @param tookOver {@link Outcome.TookOver}
   * @param replaced of all these, documents that replaced one with their id
   * @param withoutText of all these, documents that have none of the text fields
   */
  public record OutcomeCounts(
      long visible, long hidden, long dropped, long tookOver, long replaced, long withoutText) {
    /** The counts with one more document. */
    OutcomeCounts after(Outcome outcome, boolean hasText) {
      return new OutcomeCounts(
          visible + (outcome instanceof Outcome.Visible ? 1 : 0),
          hidden + (outcome instanceof Outcome.Hidden ? 1 : 0),
          dropped + (outcome instanceof Outcome.Dropped ? 1 : 0),
          tookOver + (outcome instanceof Outcome.TookOver ? 1 : 0),
          replaced + (outcome.replaced() ? 1 : 0),
          withoutText + (hasText ? 0 : 1));
    }

    /** All documents that arrived. */
    public long documents() {
      return visible + hidden + dropped + tookOver;
    }
  }
}
