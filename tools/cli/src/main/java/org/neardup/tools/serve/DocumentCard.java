// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.Address;

/**
 * What every list shows of a document. Empty texts are not stored.
 *
 * @param site host of its address
 * @param address of the page itself, if a browser can open it
 */
record DocumentCard(String id, String title, String date, String site, String address) {
  private static final int MAX_TITLE_CHARACTERS = 300;
  private static final int MAX_DATE_CHARACTERS = 60;
  static final String URL = "url";

  static DocumentCard of(NeardupIndex index, int doc, String dateField) throws IOException {
    String idField = index.config().idField();
    Document stored =
        index
            .all()
            .storedFields()
            .document(doc, new HashSet<>(List.of(idField, Fields.TITLE, dateField, URL)));
    String id = value(stored, idField);
    String url = value(stored, URL);
    String address = url.isEmpty() ? id : url;
    return new DocumentCard(
        id,
        shortened(value(stored, Fields.TITLE), MAX_TITLE_CHARACTERS),
        shortened(value(stored, dateField), MAX_DATE_CHARACTERS),
        Address.host(address),
        Address.isWeb(address) ? address : "");
  }

  private static String value(Document stored, String field) {
    String value = stored.get(field);
    return value == null ? "" : value;
  }

  /** The title, or the id of a document without one. */
  String name() {
    return title.isBlank() ? id : title;
  }

  /** Whether a line of facts has any. */
  boolean hasFacts() {
    return !date.isEmpty() || !site.isEmpty() || !name().equals(id);
  }

  String link() {
    return Site.linkToDocument(id);
  }

  /** All texts of a document, a line each; empty if none is stored. */
  static String text(NeardupIndex index, int doc) throws IOException {
    Set<String> fields = Set.copyOf(index.config().textFields());
    Document stored = index.all().storedFields().document(doc, fields);
    return Objects.requireNonNullElse(Fields.texts(stored, index.config()), "");
  }

  /** The text, or its beginning. */
  static String shortened(String text, int maxCharacters) {
    return text.length() <= maxCharacters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, maxCharacters / 2)) + "…";
  }
}
