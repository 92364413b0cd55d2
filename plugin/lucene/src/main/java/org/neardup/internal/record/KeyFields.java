// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;

/**
 * Reads the id and the scope of documents, and refuses ambiguous ones.
 *
 * @param idField the indexed field of the id
 * @param scopeField the field of the scope, if any
 */
public record KeyFields(String idField, Optional<String> scopeField) {

  /**
   * The document's id. Only indexed values of the id field count, because documents are replaced
   * and deleted by that term.
   *
   * @throws IllegalArgumentException unless exactly one string is indexed in that field, as one
   *     term
   */
  public String id(Document document) {
    Set<String> ids = new LinkedHashSet<>();
    boolean onlyTerms = true;
    for (IndexableField field : document.getFields(idField)) {
      if (field.fieldType().indexOptions() != IndexOptions.NONE) {
        String id = text(field);
        onlyTerms &= !field.fieldType().tokenized() && id != null;
        ids.add(id);
      }
    }
    if (ids.isEmpty() || !onlyTerms) {
      throw new IllegalArgumentException(
          "a document must have a string value indexed as one term in id field "
              + idField
              + ", got "
              + list(document.getFields(idField)));
    } else if (ids.size() > 1) {
      throw new IllegalArgumentException(
          "a document must have one value in id field "
              + idField
              + ", got "
              + String.join(" and ", ids));
    }
    return asIndexed(ids.iterator().next());
  }

  /** The string value of a field, or its bytes as UTF-8; null if it has neither. */
  private static String text(IndexableField field) {
    BytesRef bytes = field.binaryValue();
    if (field.stringValue() != null || bytes == null) {
      return field.stringValue();
    }
    String text = new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.UTF_8);
    return bytes.bytesEquals(new BytesRef(text)) ? text : null;
  }

  /** An id as the index has it: half of a surrogate pair is U+FFFD there. */
  public static String asIndexed(String id) {
    return UnicodeUtil.validUTF16String(id) ? id : new BytesRef(id).utf8ToString();
  }

  /**
   * The name of the document's scope; null if the document has no scope field. If the field occurs
   * in several forms, such as a string and its bytes for sorting, the strings count.
   *
   * @throws IllegalArgumentException if the field has no string value, or several
   */
  public String scopeName(Document document) {
    if (scopeField.isEmpty()) {
      return null;
    }
    String name = scopeField.get();
    IndexableField[] fields = document.getFields(name);
    Set<String> values = new LinkedHashSet<>(Arrays.asList(document.getValues(name)));
    if (values.size() == 1) {
      return values.iterator().next();
    } else if (fields.length == 0) {
      return null;
    }
    throw new IllegalArgumentException(
        "a document must have one string value in scope field "
            + name
            + ", or not have that field, got "
            + (values.isEmpty() ? list(fields) : String.join(" and ", values)));
  }

  private static String list(IndexableField[] fields) {
    return fields.length == 0
        ? "none"
        : Arrays.stream(fields).map(IndexableField::toString).collect(Collectors.joining(", "));
  }
}
