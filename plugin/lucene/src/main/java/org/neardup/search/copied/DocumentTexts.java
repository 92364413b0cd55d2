// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.copied;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;

/** Reads the stored texts of documents. For one thread. */
final class DocumentTexts {
  private final List<String> fields;
  private final Set<String> names;
  private final StoredFields stored;

  /** A text of a document, and the field that has it. */
  record FieldText(String field, String text) {}

  DocumentTexts(IndexReader reader, List<String> fields) throws IOException {
    this.fields = fields;
    names = Set.copyOf(fields);
    stored = reader.storedFields();
  }

  /**
   * The texts of a document, in the order of the fields.
   *
   * @throws IllegalArgumentException if it stores none
   */
  List<FieldText> read(int doc) throws IOException {
    Document document = stored.document(doc, names);
    List<FieldText> texts = new ArrayList<>();
    for (String field : fields) {
      for (String text : document.getValues(field)) {
        texts.add(new FieldText(field, text));
      }
    }
    if (texts.isEmpty()) {
      throw new IllegalArgumentException(
          "copied passages are found in stored texts, and document "
              + doc
              + " stores none in "
              + String.join(", ", fields));
    }
    return texts;
  }

  /** As offsets count them. */
  static String joined(List<FieldText> texts) {
    return texts.stream().map(FieldText::text).collect(Collectors.joining("\n"));
  }
}
