// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import org.neardup.internal.compare.SketchValue;

/**
 * The fields that the index-time hook adds to each document. Applications read them, or better use
 * the classes of {@code org.neardup.search}; they never write them.
 */
public final class NearDupFields {
  /** What all of these names, and no field of an application, start with. */
  public static final String PREFIX = "_neardup_";

  /** The sketch: binary doc values, laid out by {@link SketchValue}. */
  public static final String SKETCH = PREFIX + "sketch";

  /** The document's id, for finding it from its number: binary doc values. */
  public static final String ID = PREFIX + "id";

  /**
   * The place of the document in the order of arrival, unique in the index: numeric doc values. A
   * document that replaces one with the same text keeps its place.
   */
  public static final String ORDER = PREFIX + "order";

  /**
   * The group that the document joined when it was written: the order number of the group's
   * founder, as numeric doc values and as a keyword.
   */
  public static final String GROUP = PREFIX + "group";

  /**
   * Only in documents that moved to another group later, in those of indexes that were added, and
   * in those that another writer added, which have no {@link #GROUP}: the group that they are in.
   * Numeric doc values; where present, they take precedence over {@link #GROUP}.
   */
  public static final String MOVED = PREFIX + "moved";

  /** Only in hidden documents: numeric doc values. */
  public static final String HIDDEN = PREFIX + "hidden";

  /**
   * What the document is preferred by as a representative, larger as unsigned bytes: binary doc
   * values. Only where more than the order of arrival counts.
   */
  public static final String RANK = PREFIX + "rank";

  /** Hash of the name of the document's scope, if it has one: numeric doc values. */
  public static final String SCOPE = PREFIX + "scope";

  /**
   * Only in documents whose sketch may not tell what searches find them by: those with text fields
   * that are not all of them strings for the analyzer, and those sketched after they were written.
   * Numeric doc values.
   */
  public static final String OPAQUE = PREFIX + "opaque";

  /**
   * Only in documents of which other strings of a text field are stored than were analysed, such as
   * a page with its markup, so that their sketch cannot be made again. Numeric doc values.
   */
  public static final String STORED_OTHERWISE = PREFIX + "stored_otherwise";

  /**
   * Only in documents whose group is shown as a part of another, as the text of its visible
   * document is contained in that of the other's: the other group. Numeric doc values.
   */
  public static final String WITHIN = PREFIX + "within";

  /** Only where contained texts are hidden: the fingerprints of the text, as terms. */
  public static final String FINGERPRINT = PREFIX + "fingerprint";

  /** A few of these, by which a document is found that may be contained in another. */
  public static final String SAMPLE = PREFIX + "sample";

  private NearDupFields() {}
}
