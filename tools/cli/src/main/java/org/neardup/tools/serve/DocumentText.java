// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;

/** The stored texts of documents. */
final class DocumentText {
  private DocumentText() {}

  /** All texts of a document, a line each; empty if none is stored. */
  static String of(NeardupIndex index, int doc) throws IOException {
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
