// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import java.util.Map;

/**
 * What {@link IndexCheck} found.
 *
 * @param documents live documents
 * @param visible documents that are not hidden
 * @param hidden documents hidden behind a visible one
 * @param comparedTexts documents whose sketch was compared with their stored text
 * @param skippedPairs pairs of visible documents that share a band but were not compared, because
 *     thousands of documents share it or one of the two already failed thousands of comparisons;
 *     counted once per band. If not 0, near-duplicates among them may be missing from the report
 * @param counts violations by kind, without kinds that have none
 * @param violations the first 20 of each kind
 */
public record CheckReport(
    int documents,
    int visible,
    int hidden,
    int comparedTexts,
    long skippedPairs,
    Map<Violation.Kind, Long> counts,
    List<Violation> violations) {
  /** Copies the collections. */
  public CheckReport {
    counts = Map.copyOf(counts);
    violations = List.copyOf(violations);
  }

  public boolean isSound() {
    return counts.isEmpty();
  }

  public long count(Violation.Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }
}
