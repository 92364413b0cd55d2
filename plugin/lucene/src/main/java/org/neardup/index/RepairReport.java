// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import org.neardup.index.CheckReport.Violation;

/**
 * What {@link IndexCheck#repair} found and did.
 *
 * @param found what was found before the repair
 * @param deleted documents that a later one with their id supersedes
 * @param sketched documents that got a new sketch
 * @param notRepaired documents that cannot be repaired: those without an id are left as they are,
 *     those without stored texts have no sketch; all are visible and never collapse
 * @param skippedPairs as {@link CheckReport#skippedPairs}, for all bands that a repair uses: if not
 *     0, some near-duplicates may both stay visible
 * @param reconciled the result of deciding again on all documents
 */
public record RepairReport(
    CheckReport found,
    int deleted,
    int sketched,
    List<Violation> notRepaired,
    long skippedPairs,
    ReconcileReport reconciled) {
  /** Copies the list. */
  public RepairReport {
    notRepaired = List.copyOf(notRepaired);
  }
}
