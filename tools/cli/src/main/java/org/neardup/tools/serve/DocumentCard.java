// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
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
  private static final String URL = "url";

  static DocumentCard of(NeardupIndex index, int doc, String dateField) throws IOException {
    String idField = index.config().idField();
    Document stored =
        index
            .all()
            .storedFields()
            .document(doc, new HashSet<>(List.of(idField, Fields.TITLE, dateField, URL)));
    String id = text(stored, idField);
    String url = text(stored, URL);
    String address = url.isEmpty() ? id : url;
    return new DocumentCard(
        id,
        DocumentText.shortened(text(stored, Fields.TITLE), MAX_TITLE_CHARACTERS),
        DocumentText.shortened(text(stored, dateField), MAX_DATE_CHARACTERS),
        Address.host(address),
        Address.isWeb(address) ? address : "");
  }

  private static String text(Document stored, String field) {
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
    return Link.toDocument(id);
  }
}
