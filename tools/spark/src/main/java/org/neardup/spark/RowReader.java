// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.spark.sql.Row;
import org.neardup.index.Preference;
import org.neardup.internal.sketch.Hashing;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.input.InputDocument;

/** Reads rows as {@link RowLayout} says. For one thread. */
final class RowReader {
  private final RowLayout layout;
  private final Ranker ranker;
  private final boolean prefersLast;
  private final SortKeys keys = new SortKeys();

  RowReader(RowLayout layout) {
    this.layout = layout;
    Preference preference = Preference.parse(layout.preference());
    ranker = new Ranker(preference);
    prefersLast = preference.criteria().getLast().kind() == Preference.Kind.LAST;
  }

  /** Whether it has an id, a text and, if there is such a column, a position. */
  boolean isUsable(Row row) {
    return texts(row).findAny().isPresent()
        && !row.isNullAt(RowLayout.ID)
        && InputDocument.isShort(row.getString(RowLayout.ID))
        && !(layout.numbered() && row.isNullAt(RowLayout.POSITION));
  }

  InputDocument document(Row row) {
    Map<String, List<String>> fields = new HashMap<>();
    addField(fields, "url", row.getString(RowLayout.URL));
    addField(fields, "date", row.getString(RowLayout.DATE));
    addField(fields, "path", row.getString(RowLayout.PATH));
    String mainText = row.isNullAt(RowLayout.MAIN_TEXT) ? "" : row.getString(RowLayout.MAIN_TEXT);
    return new InputDocument(row.getString(RowLayout.ID), "", text(row), mainText, fields);
  }

  private static void addField(Map<String, List<String>> fields, String name, String value) {
    if (value != null && !value.isEmpty()) {
      fields.put(name, List.of(value));
    }
  }

  String text(Row row) {
    return texts(row).collect(Collectors.joining("\n"));
  }

  private Stream<String> texts(Row row) {
    return IntStream.range(RowLayout.FIRST_TEXT, layout.firstOrder())
        .mapToObj(row::getString)
        .filter(Objects::nonNull);
  }

  long scope(Row row) {
    return ClusterDocumentFactory.scope(row.getString(RowLayout.SCOPE));
  }

  /** Equal for texts of one scope with the same characters. */
  static long textHash(String text, long scope) {
    return Hashing.hash(text, scope);
  }

  /** Equal for rows of the same position, or else of the same order and id. */
  long rowHash(Row row) {
    if (layout.numbered()) {
      return row.getLong(RowLayout.POSITION);
    }
    keys.reset();
    appendOrder(row);
    return hash(keys.toBytes());
  }

  private static long hash(byte[] bytes) {
    long hash = bytes.length;
    for (byte each : bytes) {
      hash = Hashing.combine(hash, each);
    }
    return hash;
  }

  private void appendOrder(Row row) {
    for (int i = layout.firstOrder(); i < layout.firstPreferred(); i++) {
      keys.append(row.get(i));
    }
    keys.append(row.getString(RowLayout.ID));
  }

  /**
   * What the document sorts by: preferred ones come first, then the order decides, and where that
   * leaves it open, what the document has in it.
   */
  byte[] sortKey(Row row, DocumentEntry document) {
    keys.reset();
    keys.append(ranker.rank(fields(row), document.elements));
    keys.reverse(0);
    int from = keys.length();
    appendOrder(row);
    keys.append(document.print);
    keys.append(document.textHash);
    if (prefersLast) {
      keys.reverse(from);
    }
    Arrays.stream(document.page).forEach(keys::append);
    return keys.toBytes();
  }

  private Document fields(Row row) {
    Document fields = new Document();
    for (int i = 0; i < layout.preferred().size(); i++) {
      Object value = row.get(layout.firstPreferred() + i);
      if (value != null) {
        fields.add(field(layout.preferred().get(i), value));
      }
    }
    return fields;
  }

  private static StoredField field(String name, Object value) {
    return switch (value) {
      case Double real -> new StoredField(name, real);
      case Float real -> new StoredField(name, real);
      case Long whole -> new StoredField(name, whole);
      case Integer whole -> new StoredField(name, whole);
      default -> new StoredField(name, value.toString());
    };
  }
}
