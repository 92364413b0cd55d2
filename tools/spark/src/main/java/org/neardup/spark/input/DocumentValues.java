// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The values that documents have in {@link DocumentColumns}, as objects of Java.
 *
 * @param textFields whose values make what is compared
 * @param scope a field of which a document has at most one value; null if there is none
 * @param columns whose values are wanted, in their order
 */
record DocumentValues(List<String> textFields, String scope, List<String> columns)
    implements Serializable {
  DocumentValues {
    textFields = new ArrayList<>(textFields); // of a class that can be sent anywhere
    columns = new ArrayList<>(columns);
  }

  /**
   * The values of a document: a long for the position, a map of arrays for all fields, and strings
   * for the others. Null for a column without name; and for one that is not of {@link
   * DocumentColumns} but names a field, if the document does not have that.
   *
   * @throws BadInputException if it has several scopes
   */
  Object[] of(InputDocument document, long position) throws BadInputException {
    requireOneScope(document);
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      String column = columns.get(i);
      values[i] = column == null ? null : value(document, position, column);
    }
    return values;
  }

  private Object value(InputDocument document, long position, String column) {
    return switch (column) {
      case DocumentColumns.ID -> document.id();
      case DocumentColumns.TITLE -> document.title();
      case DocumentColumns.TEXT -> document.text();
      case DocumentColumns.FIELDS -> fields(document);
      case DocumentColumns.POSITION -> position;
      case DocumentColumns.COMPARED -> document.withText(textFields).text();
      case DocumentColumns.MAIN_TEXT -> document.mainText();
      case DocumentColumns.URL -> document.first("url");
      case DocumentColumns.DATE -> {
        String date = document.first("date");
        yield date.isEmpty() ? document.first("version") : date;
      }
      case DocumentColumns.PATH -> document.first("path");
      default -> {
        List<String> values = document.values(column);
        yield values.isEmpty() ? null : values.getFirst();
      }
    };
  }

  /** As Spark has maps of arrays. */
  private static scala.collection.Map<String, String[]> fields(InputDocument document) {
    Map<String, String[]> fields = new HashMap<>();
    document.fields().forEach((name, values) -> fields.put(name, values.toArray(String[]::new)));
    return CollectionConverters.asScala(fields);
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
}
