// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

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
    /** Two visible documents share a band and are near-duplicates. */
    VISIBLE_TWICE,
    /** The group of a hidden document has no visible one. */
    NO_REPRESENTATIVE,
    /** A group has several visible documents. */
    SEVERAL_REPRESENTATIVES
  }
}
