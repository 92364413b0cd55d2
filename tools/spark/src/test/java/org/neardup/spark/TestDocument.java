// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.neardup.tools.input.InputDocument;

/** A document as both sides see it; null stands for what there is not. */
record TestDocument(
    String id, String text, String scope, String url, String date, String path, String mainText) {
  static final StructType SCHEMA =
      new StructType()
          .add("position", DataTypes.LongType)
          .add("id", DataTypes.StringType)
          .add("text", DataTypes.StringType)
          .add("scope", DataTypes.StringType)
          .add("url", DataTypes.StringType)
          .add("date", DataTypes.StringType)
          .add("path", DataTypes.StringType)
          .add("main", DataTypes.StringType);

  TestDocument(String id, String text) {
    this(id, text, null, null, null, null, null);
  }

  static TestDocument page(String url, String text) {
    return new TestDocument(url, text, null, url, null, null, null);
  }

  TestDocument inScope(String newScope) {
    return new TestDocument(id, text, newScope, url, date, path, mainText);
  }

  Row row(long position) {
    return RowFactory.create(position, id, text, scope, url, date, path, mainText);
  }

  InputDocument input() {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    put(fields, "url", url);
    put(fields, "date", date);
    put(fields, "path", path);
    return new InputDocument(id, "", text, mainText == null ? "" : mainText, fields);
  }

  private static void put(Map<String, List<String>> fields, String name, String value) {
    if (value != null) {
      fields.put(name, List.of(value));
    }
  }
}
