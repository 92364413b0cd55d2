// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.index.CheckReport.Violation;

/**
 * What {@link IndexCheck#repair} found and did.
 *
 * @param found in the index before
 * @param deleted documents of whose id there was a later one
 * @param sketched documents that got a new sketch
 * @param notRepaired documents that no writer of ours wrote and that cannot be made ours: without
 *     an id they stay as they are, without stored texts they are ours without a sketch; all of them
 *     are visible and never collapse
 * @param skippedPairs as {@link CheckReport#skippedPairs}, of all the bands that a repair compares
 *     by: some near-duplicates may stay visible twice if this is not 0
 * @param reconciled what came of deciding on all documents anew
 */
public record RepairReport(
    CheckReport found,
    int deleted,
    int sketched,
    List<Violation> notRepaired,
    long skippedPairs,
    Reconciled reconciled) {
  /** Takes a copy. */
  public RepairReport {
    notRepaired = List.copyOf(notRepaired);
  }
}
