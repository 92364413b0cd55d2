// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.List;
import java.util.Map;

/**
 * What {@link IndexCheck} found.
 *
 * @param documents live documents
 * @param visible of these, those that are not hidden
 * @param hidden of these, variants behind a visible one
 * @param comparedTexts documents whose sketch was compared with the text stored beside it
 * @param skippedPairs visible documents that share a band and were not compared, as more than some
 *     thousands share it, or some thousands of pairs of one of the two were none, counted once for
 *     each such band: near-duplicates among them may not have been found if this is not 0
 * @param counts violations by kind; kinds without any are missing
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
  /** Takes copies. */
  public CheckReport {
    counts = Map.copyOf(counts);
    violations = List.copyOf(violations);
  }

  /** Whether nothing was found. */
  public boolean isSound() {
    return counts.isEmpty();
  }

  /** How many violations of a kind there are. */
  public long count(Violation.Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /**
   * Something that is not as a {@link CollapsingIndexWriter} leaves it.
   *
   * @param kind what it is about
   * @param id of the document; of a segment its name, for {@link Kind#BANDS}
   * @param detail for people
   */
  public record Violation(Kind kind, String id, String detail) {
    /** What a violation is about. */
    public enum Kind {
      /** Another writer wrote a segment, or deleted documents. */
      OTHER_WRITER,

      /** A document that Neardup did not write, as it lacks fields of Neardup's. */
      FOREIGN_DOCUMENT,
      /** Several documents with one id. */
      DUPLICATE_ID,
      /** A number that two documents have, or that the next one would get, or that none gets. */
      NUMBER,
      /** A segment with sketches but without their bands, or with other ones. */
      BANDS,
      /** A sketch of another length, or not of the text that is stored beside it. */
      SKETCH,
      /** A hidden document that is no near-duplicate of its representative. */
      UNLIKE_REPRESENTATIVE,
      /** Two visible documents that are near-duplicates and share a band. */
      VISIBLE_TWICE,
      /** A hidden document in whose group none is visible. */
      NO_REPRESENTATIVE,
      /** A visible document in whose group another one is visible, too. */
      SEVERAL_REPRESENTATIVES
    }
  }
}
