// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

/**
 * Counters of a {@link CollapsingIndexWriter} since it was opened.
 *
 * @param arrived outcomes of the documents that arrived
 * @param deleted deleted documents, without those that were replaced, dropped or purged
 * @param purged hidden documents that {@link Retention} deleted
 * @param pending documents that arrived or moved since the last refresh, held in memory
 * @param skippedCandidates candidates that were not compared because too many documents share a
 *     band, counted once per band; if not 0, some near-duplicates may both be visible
 */
public record WriterStatistics(
    OutcomeCounts arrived, long deleted, long purged, int pending, long skippedCandidates) {}
