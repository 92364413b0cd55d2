// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What {@link IndexCheck} found.
 *
 * @param documents live documents
 * @param visible documents that are not hidden
 * @param hidden documents hidden behind a visible one, contained ones included
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
    counts = Map.copyOf(Objects.requireNonNull(counts, "counts"));
    violations = List.copyOf(Objects.requireNonNull(violations, "violations"));
  }

  public boolean isSound() {
    return counts.isEmpty();
  }

  public long count(Violation.Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /**
   * A violated invariant of {@link CollapsingIndexWriter}.
   *
   * @param kind the violated invariant
   * @param id id of the document; for {@link Kind#BANDS} the name of the segment
   * @param detail a message for people
   */
  public record Violation(Kind kind, String id, String detail) {
    /** What a violation is about. */
    public enum Kind {
      /** Another writer added a segment or deleted documents. */
      OTHER_WRITER,

      /** A document without Neardup's fields, written by another writer. */
      FOREIGN_DOCUMENT,
      /** Several documents have one id. */
      DUPLICATE_ID,
      /** A number is negative, used twice, or not assigned yet. */
      NUMBER,
      /** A segment has sketches without bands, or with other parameters. */
      BANDS,
      /** A sketch has the wrong length or does not match the stored text. */
      SKETCH,
      /** A hidden document is not a near-duplicate of its representative. */
      UNLIKE_REPRESENTATIVE,
      /** A guard parts a hidden document from its representative. */
      GUARD,
      /** A document is hidden behind one that does not contain it, or not with all of its group. */
      NOT_CONTAINED,
      /** Two visible documents share a band and are near-duplicates. */
      VISIBLE_TWICE,
      /** The group of a hidden document has no visible one. */
      NO_REPRESENTATIVE,
      /** A group has several visible documents. */
      SEVERAL_REPRESENTATIVES
    }
  }
}
