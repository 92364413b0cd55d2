// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.StoredValue;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;

/**
 * The values of a field that is compared as a set: the stored strings and numbers, since only these
 * can be read again; if nothing is stored, the strings that are indexed as one term.
 */
public final class FieldValues {
  private FieldValues() {}

  /**
   * The values in the order of the fields, with repeats; none if no field has the name.
   *
   * @throws IllegalArgumentException if bytes are stored, or the field occurs in other forms only
   */
  public static List<String> of(List<IndexableField> fields, String name) {
    List<String> stored = new ArrayList<>();
    List<String> terms = new ArrayList<>();
    IndexableField other = null;
    for (IndexableField field : fields) {
      if (field.name().equals(name)) {
        if (field.fieldType().stored()) {
          stored.add(stored(field));
        } else if (isTerm(field)) {
          terms.add(field.stringValue());
        } else {
          other = field;
        }
      }
    }
    if (stored.isEmpty() && terms.isEmpty() && other != null) {
      throw refusal(other);
    }
    return stored.isEmpty() ? terms : stored;
  }

  /**
   * The stored values alone, which are those that a reader gives.
   *
   * @throws IllegalArgumentException if bytes are stored, or the field occurs without being stored
   */
  public static List<String> stored(List<IndexableField> fields, String name) {
    List<IndexableField> named =
        fields.stream().filter(field -> field.name().equals(name)).toList();
    List<IndexableField> stored = named.stream().filter(f -> f.fieldType().stored()).toList();
    if (stored.isEmpty() && !named.isEmpty()) {
      throw new IllegalArgumentException(
          "a field that a guard looks at must be stored, got " + named.getFirst());
    }
    return stored.stream().map(FieldValues::stored).toList();
  }

  private static String stored(IndexableField field) {
    StoredValue value = field.storedValue();
    return switch (value.getType()) {
      case STRING -> value.getStringValue();
      case INTEGER -> Integer.toString(value.getIntValue());
      case LONG -> Long.toString(value.getLongValue());
      case FLOAT -> Float.toString(value.getFloatValue());
      case DOUBLE -> Double.toString(value.getDoubleValue());
      default -> throw refusal(field);
    };
  }

  private static boolean isTerm(IndexableField field) {
    return field.fieldType().indexOptions() != IndexOptions.NONE
        && !field.fieldType().tokenized()
        && field.stringValue() != null;
  }

  private static IllegalArgumentException refusal(IndexableField field) {
    return new IllegalArgumentException(
        "values of field "
            + field.name()
            + " must be stored strings or numbers, or strings indexed as one term, got "
            + field);
  }
}
