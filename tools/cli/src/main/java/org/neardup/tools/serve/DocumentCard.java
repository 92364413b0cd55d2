// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.neardup.tools.difference.Contrast.Change;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.IndexSketches;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.input.Address;
import org.neardup.tools.page.Excerpt;
import org.neardup.tools.report.LookFirst;

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
  private static final int MAX_CHANGES = 3;
  private static final int MAX_CHANGE_CHARACTERS = 40; // longer ones have no room in a row
  private static final int MAX_COMPARED_CHARACTERS = 100_000; // more take too long

  /** So many others are looked at for one with another text. */
  private static final int MAX_VERSIONS = 8;

  static DocumentCard of(NeardupIndex index, int doc, Site site) throws IOException {
    String idField = index.config().idField();
    Set<String> shown = new HashSet<>(List.of(idField, Fields.TITLE, site.dateField(), Fields.URL));
    shown.addAll(site.fields());
    Document stored = index.all().storedFields().document(doc, shown);
    String id = Fields.value(stored, idField);
    String url = Fields.value(stored, Fields.URL);
    String address = url.isEmpty() ? id : url;
    return new DocumentCard(
        id,
        Excerpt.shortened(Fields.value(stored, Fields.TITLE), MAX_TITLE_CHARACTERS),
        Excerpt.shortened(Fields.value(stored, site.dateField()), MAX_DATE_CHARACTERS),
        Address.host(address),
        Address.isWeb(address) ? address : "",
        site.fields().stream()
            .map(field -> new DocumentPage.View.StoredValue(field, values(stored, field)))
            .filter(field -> !field.value().isEmpty())
            .toList());
  }

  private static String values(Document stored, String field) {
    return Excerpt.shortened(String.join(", ", stored.getValues(field)), MAX_VALUE_CHARACTERS);
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
    return Excerpt.of(id, MAX_ID_CHARACTERS, "…");
  }

  String link() {
    return Site.linkToDocument(id);
  }

  /** All texts of a document, a line each; empty if none is stored. */
  static String text(NeardupIndex index, int doc) throws IOException {
    return Objects.requireNonNullElse(index.text(doc), "");
  }

  /**
   * The words in which another version differs from a document, for rows that are closed: the most
   * telling changes; none if texts are the same, not stored or long.
   */
  static List<Change> changes(NeardupIndex index, int doc) throws IOException {
    IndexSketches sketches = new IndexSketches(index.all());
    byte[] sketch = sketches.sketch(doc);
    int looked = 0;
    for (int version : index.groups().members(doc)) {
      byte[] other = version == doc ? null : sketches.sketch(version);
      if (sketch != null && other != null && !IndexSketches.areOfOneText(sketch, other)) {
        String a = text(index, doc);
        String b = text(index, version);
        boolean isShort =
            !a.isEmpty() && !b.isEmpty() && a.length() + b.length() <= MAX_COMPARED_CHARACTERS;
        if (!isShort) {
          return List.of();
        }
        List<Change> changes = LookFirst.telling(a, b, MAX_CHANGE_CHARACTERS);
        return changes.subList(0, Math.min(MAX_CHANGES, changes.size()));
      }
      if (++looked > MAX_VERSIONS) {
        break;
      }
    }
    return List.of();
  }
}
