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
 * @param fields other stored values that are to be shown
 */
record DocumentCard(
    String id,
    String title,
    String date,
    String site,
    String address,
    List<DocumentPage.View.StoredValue> fields) {
  private static final int MAX_TITLE_CHARACTERS = 300;
  private static final int MAX_VALUE_CHARACTERS = 100;
  private static final int MAX_ID_CHARACTERS = 48;
  private static final int MAX_DATE_CHARACTERS = 60;
  static final String URL = "url";

  static DocumentCard of(NeardupIndex index, int doc, Site site) throws IOException {
    String idField = index.config().idField();
    Set<String> shown = new HashSet<>(List.of(idField, Fields.TITLE, site.dateField(), URL));
    shown.addAll(site.fields());
    Document stored = index.all().storedFields().document(doc, shown);
    String id = value(stored, idField);
    String url = value(stored, URL);
    String address = url.isEmpty() ? id : url;
    return new DocumentCard(
        id,
        shortened(value(stored, Fields.TITLE), MAX_TITLE_CHARACTERS),
        shortened(value(stored, site.dateField()), MAX_DATE_CHARACTERS),
        Address.host(address),
        Address.isWeb(address) ? address : "",
        site.fields().stream()
            .map(field -> new DocumentPage.View.StoredValue(field, values(stored, field)))
            .filter(field -> !field.value().isEmpty())
            .toList());
  }

  private static String values(Document stored, String field) {
    return shortened(String.join(", ", stored.getValues(field)), MAX_VALUE_CHARACTERS);
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
    return !date.isEmpty() || !site.isEmpty() || !fields.isEmpty() || !name().equals(id);
  }

  /** Its name and date, to tell two apart. */
  String label() {
    return date.isEmpty() ? name() : name() + " · " + date;
  }

  /** The id, or its beginning and its end. */
  String shortId() {
    int characters = id.codePointCount(0, id.length());
    int half = MAX_ID_CHARACTERS / 2;
    return characters <= MAX_ID_CHARACTERS
        ? id
        : id.substring(0, id.offsetByCodePoints(0, half))
            + "…"
            + id.substring(id.offsetByCodePoints(id.length(), -half));
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
