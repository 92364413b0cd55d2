// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.Serializable;
import java.util.Set;

/**
 * Which fields of JSON and of tables are the id and the title of a document.
 *
 * @param id a field; or {@link #LINE}: {@code id}, and where there is none the place in the input,
 *     as {@code file:line}
 * @param title a field
 * @param areIdsWords whether an id with white space in it is refused: it cannot stand in the
 *     formats of TREC
 */
public record FieldRoles(String id, String title, boolean areIdsWords) implements Serializable {
  /** In the place of a field. */
  public static final String LINE = "line";

  static final String ID = "id";
  static final String TITLE = "title";

  /** Fields that are read for what they are. */
  static final Set<String> KNOWN = Set.of(ID, "text", "html", TITLE);

  /** The default roles. */
  public static final FieldRoles DEFAULT = new FieldRoles(ID, TITLE);

  /** Refuses an empty name. */
  public FieldRoles {
    if (id.isEmpty() || title.isEmpty()) {
      throw new IllegalArgumentException(
          (id.isEmpty() ? "--id-field" : "--title-field") + " must name a field, got \"\"");
    }
  }

  /** Any id will do. */
  public FieldRoles(String id, String title) {
    this(id, title, false);
  }

  /** The same with ids that are words. */
  public FieldRoles withWordsAsIds() {
    return new FieldRoles(id, title, true);
  }

  /** Refuses an id that is too long, or no word where it must be one. */
  void check(String documentId) throws BadInputException {
    InputDocument.requireShort(documentId);
    if (areIdsWords && documentId.chars().anyMatch(Character::isWhitespace)) {
      throw new BadInputException(
          "id must have no white space in it, as no file of TREC's formats can hold it, got \""
              + Limits.shown(documentId)
              + '"');
    }
  }

  /** The field of the id. */
  String idField() {
    return hasPlaces() ? ID : id;
  }

  /** Whether the place stands for an id that is not there. */
  boolean hasPlaces() {
    return id.equals(LINE);
  }

  /** Whether a field has one value, even if that is an array. */
  boolean isSingle(String field) {
    return KNOWN.contains(field) || field.equals(idField()) || field.equals(title);
  }
}
