// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

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
