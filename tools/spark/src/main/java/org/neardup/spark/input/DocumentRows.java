// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.neardup.spark.frames.Frames;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;

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
  DocumentRows {
    textFields = new ArrayList<>(textFields); // of a class that can be sent anywhere
    first = new ArrayList<>(first);
  }

  /**
   * The row of a document.
   *
   * @throws BadInputException if it has several scopes
   */
  InternalRow row(InputDocument document, long position) throws BadInputException {
    requireOneScope(document);
    List<Object> values = new ArrayList<>();
    values.add(Frames.string(document.id()));
    if (areWhole) {
      values.add(Frames.string(document.title()));
      values.add(Frames.string(document.text()));
      values.add(fields(document));
    }
    values.add(position);
    values.add(Frames.string(document.withText(textFields).text()));
    values.add(Frames.string(document.mainText()));
    values.add(Frames.string(first(document, "url")));
    String date = first(document, "date");
    values.add(Frames.string(date.isEmpty() ? first(document, "version") : date));
    values.add(Frames.string(first(document, "path")));
    for (String name : first) {
      List<String> given = document.values(name);
      values.add(given.isEmpty() ? null : Frames.string(given.getFirst()));
    }
    return Frames.row(values.toArray());
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
    List<String> names = List.copyOf(document.fields().keySet());
    return Frames.map(
        names, names.stream().map(name -> Frames.strings(document.fields().get(name))).toList());
  }

  private static String first(InputDocument document, String name) {
    List<String> values = document.fields().getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.getFirst();
  }
}
