// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Makes rows of documents: see {@link DocumentColumns}.
 *
 * @param textFields whose values make what is compared
 * @param scope a field of which a document has at most one value; null if there is none
 * @param first fields whose first values have columns of their own
 * @param areWhole whether rows have title, text and fields, beside what is compared
 */
record DocumentRows(List<String> textFields, String scope, List<String> first, boolean areWhole)
    implements Serializable {
  private static final String DATE = "date";

  DocumentRows {
    textFields = new ArrayList<>(textFields); // of a class that can be sent anywhere
    first = new ArrayList<>(first);
  }

  /**
   * The row of a document.
   *
   * @throws BadInputException if it has several scopes
   */
  Row row(InputDocument document, long position) throws BadInputException {
    requireOneScope(document);
    List<Object> values = new ArrayList<>();
    values.add(document.id());
    if (areWhole) {
      values.add(document.title());
      values.add(document.text());
      values.add(fields(document));
    }
    values.add(position);
    values.add(document.withText(textFields).text());
    values.add(document.mainText());
    values.add(first(document, "url"));
    values.add(
        first(document, DATE).isEmpty() ? first(document, "version") : first(document, DATE));
    values.add(first(document, "path"));
    for (String name : first) {
      List<String> given = document.values(name);
      values.add(given.isEmpty() ? null : given.getFirst());
    }
    return RowFactory.create(values.toArray());
  }

  private void requireOneScope(InputDocument document) throws BadInputException {
    List<String> scopes = scope == null ? List.of() : document.values(scope);
    if (scopes.size() > 1) {
      throw new BadInputException(
          "a document must have one string value in scope field "
              + scope
              + ", or not have that field, got "
              + String.join(" and ", scopes));
    }
  }

  private static Object fields(InputDocument document) {
    Map<String, Object> fields = new HashMap<>();
    document
        .fields()
        .forEach((name, values) -> fields.put(name, CollectionConverters.asScala(values).toSeq()));
    return CollectionConverters.asScala(fields);
  }

  private static String first(InputDocument document, String name) {
    List<String> values = document.fields().getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.getFirst();
  }
}
