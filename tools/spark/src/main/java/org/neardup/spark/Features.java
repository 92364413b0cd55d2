// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.neardup.index.Preference;
import org.neardup.internal.upkeep.Ranker;
import org.neardup.spark.InputColumns.Role;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.TextFeatures;
import org.neardup.tools.cluster.text.TextSketches;
import org.neardup.tools.input.InputDocument;

/** Computes what documents are compared and classified by. For one thread. */
final class Features {
  /** Name of a page's host; empty if there is none. */
  static final String HOST = "host";

  /** The hashes of a page, as bytes. */
  static final String PAGE = "page";

  /** Fingerprint of the text; null if there is none. */
  static final String PRINT = "print";

  static final String SKETCH = "sketch";

  /** The larger one is preferred, whatever the order. */
  static final String RANK = "rank";

  private final StructType schema;
  private final ClusterConfig config;
  private final ClusterDocumentFactory factory;
  private final Ranker ranker;

  /**
   * Reads what {@link InputColumns#documents} selected.
   *
   * @param schema of what is made of it
   * @param preference by which documents are ranked
   */
  Features(StructType schema, ClusterConfig config, String preference) {
    this.schema = schema;
    this.config = config;
    factory = new PairComparison.PerTask(config).documents();
    ranker = new Ranker(Preference.parse(preference));
  }

  /** The columns of ours, then those that documents are ordered by. */
  static StructType schema(StructType selected) {
    StructType schema =
        new StructType()
            .add(InputColumns.ROW, selected.apply(InputColumns.ROW).dataType())
            .add(Role.ID.column(), DataTypes.StringType)
            .add(HOST, DataTypes.StringType)
            .add(PAGE, DataTypes.BinaryType)
            .add(PRINT, DataTypes.LongType)
            .add(SKETCH, DataTypes.BinaryType)
            .add(RANK, DataTypes.BinaryType);
    for (StructField field : selected.fields()) {
      schema = InputColumns.isOrder(field.name()) ? schema.add(field) : schema;
    }
    return schema;
  }

  /** All null if the row cannot be used. */
  Row of(Row row) {
    Object[] values = new Object[schema.length()];
    if (row.<Boolean>getAs(InputColumns.REJECTED)) {
      return RowFactory.create(values);
    }
    long scope = ClusterDocumentFactory.scope(string(row, Role.SCOPE));
    ClusterDocument document = Uncheck.get(() -> factory.prepare(document(row), scope));
    int at = 0;
    values[at++] = row.getAs(InputColumns.ROW);
    values[at++] = document.id();
    values[at++] = document.page().host();
    values[at++] = TextSketches.bytes(document.page().toLongs());
    TextFeatures text = document.text();
    if (text == null) {
      return RowFactory.create(values);
    }
    values[at++] = text.textHash();
    values[at++] = text.sketch();
    values[at++] = ranker.rank(fields(row), size(text));
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
    for (String name : ranker.fields()) {
      Object value = row.getAs(InputColumns.preferred(name));
      if (value != null) {
        fields.add(field(name, value));
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
