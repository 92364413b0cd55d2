// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.neardup.index.Preference;
import org.neardup.index.Ranker;
import org.neardup.spark.InputColumns.Role;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.PageTraits;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.input.InputDocument;

/** Computes what the documents of a partition are compared by. For one thread. */
final class FeatureReader implements Iterator<Row> {
  private final Iterator<Row> rows;
  private final StructType schema;
  private final ClusterConfig config;
  private final ClusterDocumentFactory factory;
  private final Ranker ranker;
  private final String[] preferred;

  /**
   * Reads what {@link InputColumns#documents} selected.
   *
   * @param schema of what is made of it
   * @param preferred the columns that the preference names
   */
  FeatureReader(
      Iterator<Row> rows,
      StructType schema,
      ClusterConfig config,
      String preference,
      String[] preferred) {
    this.rows = rows;
    this.schema = schema;
    this.config = config;
    this.preferred = preferred;
    factory = new Comparison(config).documents();
    ranker = new Ranker(Preference.parse(preference));
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public Row next() {
    Row row = rows.next();
    Object[] values = new Object[schema.length()];
    if (row.<Boolean>getAs(InputColumns.REJECTED)) {
      return RowFactory.create(values);
    }
    long scope = ClusterDocumentFactory.scope(string(row, Role.SCOPE));
    ClusterDocument document = Uncheck.get(() -> factory.prepare(document(row), scope));
    TextFeatures text = document.text();
    PageTraits page = document.page();
    int at = 0;
    values[at++] = row.getAs(InputColumns.ROW);
    values[at++] = document.id();
    values[at++] = page.host();
    values[at++] = page.url();
    values[at++] = page.path();
    values[at++] = page.date();
    values[at++] = page.mainText();
    values[at++] = page.looksLikeError();
    values[at++] = text == null ? null : text.textHash();
    values[at++] = text == null ? null : text.sketch();
    values[at++] = row.getAs(Role.POSITION.column());
    values[at++] = text == null ? null : ranker.rank(fields(row), size(text));
    for (; at < values.length; at++) {
      values[at] = row.getAs(schema.fields()[at].name());
    }
    return RowFactory.create(values);
  }

  private static String string(Row row, Role role) {
    return row.getAs(role.column());
  }

  private static InputDocument document(Row row) {
    Map<String, List<String>> fields = new HashMap<>();
    for (Role role : List.of(Role.URL, Role.DATE, Role.PATH)) {
      String value = string(row, role);
      if (value != null && !value.isEmpty()) {
        fields.put(role.column(), List.of(value));
      }
    }
    String mainText = string(row, Role.MAIN_TEXT);
    return new InputDocument(
        string(row, Role.ID),
        "",
        row.getAs(InputColumns.TEXT),
        mainText == null ? "" : mainText,
        fields);
  }

  /** How long a text is where the longest are preferred; a text stands in none that is shorter. */
  private int size(TextFeatures text) {
    return config.ordersBySize() ? text.elements().length : text.count();
  }

  private Document fields(Row row) {
    Document fields = new Document();
    for (int i = 0; i < preferred.length; i++) {
      Object value = row.getAs(InputColumns.preferred(i));
      if (value != null) {
        fields.add(field(preferred[i], value));
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
